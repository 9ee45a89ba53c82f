/// <reference lib="dom" />
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import {
  openSimulatedPortal,
  type SimulatedPortal,
} from '../helpers/portal/open-simulated-portal.js'

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
    const order = ['USDC', 'Copy amount', 'Pay with Fern', 'Pay with Moss', 'Wallet app']
    const rest = ['Send it yourself', "I've already paid", 'Sign in']
    const aside = ['Download invoice (PDF)', 'Print', 'Pay as test buyer', 'Fail']
    const wanted = [...order, ...rest, ...aside]
    const found = names.filter((name) => wanted.some((one) => name.startsWith(one)))
    expect(found.map((name) => wanted.find((one) => name.startsWith(one)))).toEqual(wanted)
    // The arrow keys reach the other tab.
    expect(names).not.toContain('Phone camera')
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([])
  })

  test('behavior: arrows choose the asset', async () => {
    await page.getByRole('radio', { name: 'USDC' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.locator('.due-amount', { hasText: 'USDT' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.locator('.due-amount', { hasText: 'USDC' }).waitFor()
  })

  test('behavior: arrows, Home and End move between the codes', async () => {
    const [wallet, camera] = ['Wallet app', 'Phone camera'].map((name) =>
      page.getByRole('tab', { name, selected: true }),
    )
    await wallet?.focus()
    for (const [key, tab] of [
      ['ArrowRight', camera],
      ['ArrowRight', wallet],
      ['End', camera],
      ['Home', wallet],
    ] as const) {
      await page.keyboard.press(key)
      await tab?.waitFor()
      expect(await tab?.evaluate((element) => element === document.activeElement)).toBe(true)
    }
    expect(await page.getByRole('tabpanel').count()).toBe(1)
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

/** Returns the focused element and whether its focus ring is visible, or null after the last one. Runs in the page. */
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
