import type { PortalReceipt } from '@tallystick/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type OpenPage, openPage } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { fetchPortalReceipt, readPortalUrl } from '../helpers/portal/open-simulated-portal.js'
import { placeDemoOrder } from '../helpers/portal/place-demo-order.js'
import { readQrCode } from '../helpers/portal/read-qr-code.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'

const service = useService()
let browser: Browser
let opened: OpenPage
let receipt: PortalReceipt
beforeAll(async () => {
  browser = await launchBrowser()
  const receiptId = await placeDemoOrder(service.program)
  receipt = await fetchPortalReceipt(service, receiptId)
  opened = await openPage(browser, { javaScriptEnabled: false, width: 390 })
  await opened.page.goto(await readPortalUrl(service, receiptId))
})
afterAll(async () => {
  await opened?.close()
  await browser?.close()
})

const download = (file: string) =>
  `${service.demo.baseUrl}/api/portal/${receipt.receiptId}/${file}?recipient=${service.demo.merchantWallet}`

describe('/portal/{receiptId} without JavaScript', () => {
  test('default: shows everything needed to pay', async () => {
    const { page } = opened
    const [usdc] = receipt.payment.options
    await takeScreenshot(page, 'no-script-390')
    for (const way of ['Scan with another device', 'Send to an address']) {
      await page.getByText(way).click()
    }
    expect(await page.locator('.total').innerText()).toContain(receipt.totalUsd.toFixed(2))
    expect(await page.locator('.due-amount').innerText()).toContain(`${usdc?.amount}`)
    expect(await page.locator('.due').innerText()).toContain(receipt.payment.network.name)
    expect(await page.locator('.manual').innerText()).toContain(receipt.payment.depositAddress)
    expect(await readQrCode(page.locator('.qr').first())).toBe(page.url())
    expect(await page.getByRole('link', { name: 'Open in MetaMask' }).isVisible()).toBe(true)
    const link = page.getByRole('link', { name: 'Open in another wallet app' })
    expect(await link.getAttribute('href')).toBe(usdc?.uri)
    expect(await link.isVisible()).toBe(true)
    expect(await page.getByText('Reload this page').isVisible()).toBe(true)
  })

  test('behavior: shows no control that needs JavaScript', async () => {
    const controls = 'button, input, select'
    const dead = opened.page.locator(controls).filter({ visible: true })
    expect(await dead.allInnerTexts()).toEqual([])
    // Browsers open a disclosure themselves.
    const disclosures = opened.page.locator('summary').filter({ visible: true })
    expect((await disclosures.allInnerTexts()).slice(1)).toEqual([
      'Scan with another device',
      'Send to an address',
    ])
    expect(opened.pageErrors).toEqual([])
  })

  test('behavior: another asset has a link', async () => {
    const { page } = opened
    await page.getByRole('link', { name: /^ETH on / }).click()
    await page.getByText('Send to an address').click()
    const link = page.getByRole('link', { name: 'Open in another wallet app' })
    const uri = (await link.getAttribute('href')) ?? ''
    expect(uri).toMatch(
      new RegExp(`^ethereum:${receipt.payment.depositAddress}@\\d+\\?value=\\d+$`),
    )
    expect(await page.locator('.due-amount').innerText()).toMatch(/^0\.\d+\s+ETH/)
  })

  test('behavior: qr.svg shows the same code', async () => {
    const { page, close } = await openPage(browser)
    await page.goto(download('qr.svg'))
    expect(await readQrCode(page.locator('svg'))).toBe(receipt.payment.options[0]?.uri)
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
