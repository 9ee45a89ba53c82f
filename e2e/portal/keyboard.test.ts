/// <reference lib="dom" />
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import {
  openSimulatedPortal,
  type SimulatedPortal,
} from '../helpers/portal/open-simulated-portal.js'
import { change } from '../helpers/portal/portal-states.js'

const service = useService()
let browser: Browser
let portal: SimulatedPortal
let page: Page
beforeAll(async () => {
  browser = await launchBrowser()
  portal = await openSimulatedPortal(browser, service, { wallets: ['Fern', 'Moss'] })
  page = portal.page
})
beforeEach(async () => {
  await page.reload()
  await page.getByRole('button', { name: 'Pay with Moss' }).waitFor()
})
afterAll(async () => {
  await portal?.close()
  await browser?.close()
})

describe('keyboard use of /portal/{receiptId}', () => {
  test('default: Tab visits every control in order, with visible focus', async () => {
    const stops: Stop[] = []
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab')
      const stop = await page.evaluate(readFocus)
      if (stop === null) break
      stops.push(stop)
    }
    const names = stops.map(({ name }) => name)
    const order = ['USDC', 'Copy amount', 'Pay with Fern', 'Pay with Moss']
    const otherWays = [
      'Scan with another device',
      'Send to an address',
      "I've already paid",
      'Sign in',
    ]
    const aside = ['Invoice (PDF)', 'Print', 'Pay as test buyer', 'Fail']
    const prefixes = [...order, ...otherWays, ...aside]
    const matches = names.filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
    expect(matches.map((name) => prefixes.find((prefix) => name.startsWith(prefix)))).toEqual(
      prefixes,
    )
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([])
  })

  test('behavior: arrows choose the asset', async () => {
    await page.getByRole('radio', { name: 'USDC' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.locator('.due-amount', { hasText: 'USDT' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.due-amount', { hasText: 'USDC' }).waitFor()
  })

  test('behavior: the code of a wallet app stays when another asset is chosen', async () => {
    const options = portal.receipt.payment.options.map((option) =>
      option.symbol === 'ETH' ? { ...option, expiresAt: 1 } : option,
    )
    // The page would request a new quote.
    const load = (url: URL) => url.searchParams.has('thumbs')
    await page.route(load, (route) => route.abort())
    await portal.show(change(portal.receipt, { payment: { options } }))
    await page.getByText('Scan with another device').click()
    await page.getByRole('button', { name: 'Scan with a wallet app instead' }).click()
    for (const symbol of ['USDT', 'ETH', 'USDC']) {
      await page.getByRole('radio', { name: symbol }).check()
      if (symbol === 'ETH') await page.getByText('This ETH quote has expired').waitFor()
      else await page.getByRole('img', { name: `${symbol} on Sandbox` }).waitFor()
    }
    await page.unroute(load)
  })

  test('behavior: Enter switches between the codes', async () => {
    await page.getByText('Scan with another device').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Scan with a wallet app instead' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: /^Payment QR code: / }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'QR code that opens this page' }).waitFor()
  })

  test('behavior: Enter opens a disclosure', async () => {
    await page.getByText("I've already paid").focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Transaction hash').waitFor()
  })

  test('behavior: Enter starts a payment, and Cancel stops it', async () => {
    await page.getByRole('button', { name: 'Pay with Moss' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Moss: Choose an account' }).waitFor()
    await expect.poll(portal.wallets.calls, { timeout: 30_000 }).toEqual(['eth_requestAccounts'])

    // The pressed button is gone, so the focus moves to its replacement.
    const focused = async () => (await page.evaluate(readFocus))?.name
    await expect.poll(focused).toBe('Cancel')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Canceled.' }).waitFor()
    await expect.poll(focused).toBe('Pay with Moss')
  })
})

type Stop = { name: string; isVisible: boolean }

/**
 * Returns the focused element and whether its focus ring is visible, or null after the last one.
 * Runs in the page.
 */
function readFocus(): Stop | null {
  const { activeElement: element } = document
  if (!element || element === document.body) return null
  const isPill = element instanceof HTMLInputElement && element.type === 'radio'
  const ringed = (isPill && element.nextElementSibling) || element
  const { outlineStyle, outlineWidth } = getComputedStyle(ringed)
  const { top, bottom } = ringed.getBoundingClientRect()
  const isInView = bottom > 0 && top < window.innerHeight
  const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  const name = isPill ? element.value : (element.textContent ?? '').trim()
  return { name, isVisible: isInView && isOutlined }
}
