import type { PortalReceipt } from '@tallystick/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type OpenPage, openPage } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { loadPortal, portalUrl } from './open-fed-portal.js'
import { placeBasket } from './place-basket.js'
import { readCode } from './read-code.js'
import { takeShot } from './take-shot.js'

const service = useService()
let browser: Browser
let opened: OpenPage
let receipt: PortalReceipt
beforeAll(async () => {
  browser = await launchBrowser()
  const receiptId = await placeBasket(service.program)
  receipt = await loadPortal(service, receiptId)
  opened = await openPage(browser, { javaScriptEnabled: false, width: 390 })
  await opened.page.goto(portalUrl(service, receiptId))
})
afterAll(async () => {
  await opened?.close()
  await browser?.close()
})

const download = (file: string) =>
  `${service.demo.baseUrl}/api/portal/${receipt.receiptId}/${file}?recipient=${service.demo.merchantWallet}`

describe('/portal/{receiptId} without scripts', () => {
  test('default: everything that it takes to pay is there to be seen', async () => {
    const { page } = opened
    const [usdc] = receipt.payment.options
    await takeShot(page, 'no-script-390')
    expect(await page.locator('.total').innerText()).toContain(receipt.totalUsd.toFixed(2))
    expect(await page.locator('.due-amount').innerText()).toContain(`${usdc?.amount}`)
    expect(await page.locator('.due-note').innerText()).toContain(receipt.payment.network.name)
    expect(await page.locator('.by-hand').innerText()).toContain(receipt.payment.depositAddress)
    expect(await readCode(page.locator('.qr').first())).toBe(usdc?.uri)
    const link = page.getByRole('link', { name: 'Open in a wallet app' })
    expect(await link.getAttribute('href')).toBe(usdc?.uri)
    expect(await link.isVisible()).toBe(true)
    expect(await page.getByText('Load this page again').isVisible()).toBe(true)
  })

  test('behavior: nothing is shown that would do nothing', async () => {
    const controls = 'button, input, select, summary, [role=tab]'
    const dead = opened.page.locator(controls).filter({ visible: true })
    expect(await dead.allInnerTexts()).toEqual([])
    expect(opened.complaints).toEqual([])
  })

  test('behavior: another asset is a link away, with a code of its own', async () => {
    const { page } = opened
    await page.getByRole('link', { name: /^ETH on / }).click()
    const link = page.getByRole('link', { name: 'Open in a wallet app' })
    const uri = (await link.getAttribute('href')) ?? ''
    expect(uri).toMatch(
      new RegExp(`^ethereum:${receipt.payment.depositAddress}@\\d+\\?value=\\d+$`),
    )
    expect(await readCode(page.locator('.qr').first())).toBe(uri)
    expect(await page.locator('.due-amount').innerText()).toMatch(/^0\.\d+\s+ETH/)
  })

  test('behavior: qr.svg is the same code as a picture', async () => {
    const { page, close } = await openPage(browser)
    await page.goto(download('qr.svg'))
    expect(await readCode(page.locator('svg'))).toBe(receipt.payment.options[0]?.uri)
    await close()
  })

  test('behavior: receipt.pdf is a PDF file', async () => {
    const response = await fetch(download('receipt.pdf'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const file = Buffer.from(await response.arrayBuffer()).toString('latin1')
    expect(file).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/)
  })
})
