/// <reference lib="dom" />
import type { PortalReceipt } from '@tallystick/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import {
  openSimulatedPortal,
  type SimulatedPortal,
} from '../helpers/portal/open-simulated-portal.js'
import { placeDemoOrder } from '../helpers/portal/place-demo-order.js'
import { change, listStates } from '../helpers/portal/portal-states.js'

const service = useService()
const phone = { width: 390, height: 844 }
const hour = 3_600_000
let browser: Browser
let portal: SimulatedPortal
let page: Page
beforeAll(async () => {
  browser = await launchBrowser()
  const receiptId = await placeDemoOrder(service.program)
  portal = await openSimulatedPortal(browser, service, {
    ...phone,
    receiptId,
    timezoneId: 'America/New_York',
  })
  page = portal.page
})
afterAll(async () => {
  await portal?.close()
  await browser?.close()
})

const stateOf = (name: string): PortalReceipt =>
  listStates(portal.receipt).find((state) => state.name === name)?.receipt ?? portal.receipt

const bottomOf = async (selector: string) => {
  const box = await page.locator(selector).filter({ visible: true }).first().boundingBox()
  return box ? box.y + box.height : Number.POSITIVE_INFINITY
}

describe('checkout on a phone', () => {
  test.each([390, 320])(
    'default: the first view of %i px shows shop, items, total and one action',
    async (width) => {
      await page.setViewportSize({ ...phone, width })
      await portal.show(portal.receipt)
      await page.evaluate(() => window.scrollTo(0, 0))
      for (const selector of ['.brand h1', '.order-summary .total', '.order-summary summary']) {
        expect(await bottomOf(selector), selector).toBeLessThanOrEqual(400)
      }
      expect(await page.locator('.main-button').filter({ visible: true }).count()).toBe(1)
      expect(await bottomOf('.main-button')).toBeLessThanOrEqual(844)
      await page.setViewportSize(phone)
    },
  )

  test('behavior: without a wallet, links open this page in a wallet app', async () => {
    await portal.show(portal.receipt)
    const links = await page
      .locator('.pay a')
      .filter({ visible: true })
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(links.map((href) => new URL(href).host)).toEqual([
      'link.metamask.io',
      'go.cb-w.com',
      'link.trustwallet.com',
      'rnbwapp.com',
    ])
    for (const href of links) expect(href).toContain(portal.receipt.receiptId)
    expect(await page.locator('.qr').filter({ visible: true }).count()).toBe(0)
  })

  test.each(['generated', 'failed', 'part_paid', 'tx_mismatch', 'card documents', 'card declined'])(
    'behavior: without a wallet, every way to pay is in the first view of %s',
    async (name) => {
      // Beside a card, a long explanation leaves no room for all others.
      const isLong = ['part_paid', 'tx_mismatch'].includes(name)
      for (const card of [null, stateOf(name).card]) {
        await portal.show({ ...stateOf(name), card })
        await page.evaluate(() => window.scrollTo(0, 0))
        expect(await bottomOf('.wallet-apps a')).toBeLessThanOrEqual(844)
        expect(await bottomOf('.send > summary')).toBeLessThanOrEqual(card && isLong ? 920 : 844)
        if (card) expect(await bottomOf('.main-button')).toBeLessThanOrEqual(844)
      }
    },
  )

  test('behavior: a lost connection shows in view at every position, and moves nothing', async () => {
    const other = await openSimulatedPortal(browser, service, phone)
    await other.show(other.receipt)
    const heightOf = () => other.page.evaluate(() => document.querySelector('main')?.scrollHeight)
    const height = await heightOf()
    other.feed.disconnect()
    const note = other.page.getByRole('status').filter({ hasText: 'Reconnecting.' })
    await note.waitFor()
    for (const top of [0, 10_000]) {
      await other.page.evaluate((to) => window.scrollTo(0, to), top)
      expect(await note.evaluate(isInView)).toBe(true)
    }
    // At the end of the page, it covers nothing.
    const footer = await other.page.locator('.powered').boundingBox()
    const box = await note.boundingBox()
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0)
    expect(await heightOf()).toBe(height)
    await other.close()
  })

  test('behavior: each result is in view, has the focus and changes the title', async () => {
    await portal.show(portal.receipt)
    for (const [name, title] of [
      ['sent', 'Payment sent to '],
      ['failed', 'Not paid yet: '],
      ['paid', 'Paid: '],
    ] as const) {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await page.locator('body').press('Tab')
      await portal.show(stateOf(name))
      await expect.poll(() => page.title()).toContain(title)
      const status = page.locator('.status')
      await expect
        .poll(() => status.evaluate((element) => element === document.activeElement))
        .toBe(true)
      await expect.poll(() => status.evaluate(isInView)).toBe(true)
      expect(await status.getAttribute('role')).toBe('status')
    }
  })

  test('behavior: a rejected request is in view and changes the title', async () => {
    const other = await openSimulatedPortal(browser, service, { ...phone, wallets: ['Fern'] })
    await other.page.getByRole('button', { name: 'Pay with Fern' }).click()
    await expect.poll(() => other.wallets.calls()).toContain('eth_requestAccounts')
    await other.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await other.wallets.reject()
    const declined = 'You declined the request in your wallet.'
    const alert = other.page.getByRole('alert').filter({ hasText: declined })
    await alert.waitFor()
    await expect.poll(() => alert.evaluate(isInView)).toBe(true)
    expect(await other.page.title()).toMatch(/^Not paid yet: /)
    // One state, one sentence.
    expect(await other.page.locator('.status .pill').innerText()).toBe('Not paid yet')
    expect(await other.page.getByText(declined).count()).toBe(1)
    expect(await other.page.getByText('Waiting for payment').count()).toBe(0)
    await other.close()
  })

  test('behavior: counts down to the end of the receipt and of the quote, in the first view', async () => {
    const now = await page.evaluate(() => Date.now())
    const options = portal.receipt.payment.options.map((option) =>
      option.symbol === 'ETH' ? { ...option, expiresAt: now + 700_000 } : option,
    )
    await portal.show(change(portal.receipt, { expiresAt: now + hour / 2, payment: { options } }))
    expect(await page.locator('.time-left').innerText()).toMatch(/^Time left \d\d:\d\d$/)
    expect(await bottomOf('.time-left')).toBeLessThanOrEqual(844)
    await page.getByRole('radio', { name: 'ETH' }).check()
    const note = await page.locator('.due-note').innerText()
    expect(note).toMatch(/Price locked for \d+:\d\d, then it refreshes\./)
    expect(note).toMatch(/^About \$[\d,.]+, an estimate/)
    await page.getByRole('radio', { name: 'USDC' }).check()
  })

  test('behavior: an expired receipt and a failed attempt lead back to the shop', async () => {
    const returnUrl = 'https://shop.example'
    for (const [name, label] of [
      ['expired', 'Expired'],
      ['failed', 'Not paid yet'],
    ] as const) {
      await portal.show({ ...stateOf(name), returnUrl })
      expect(await page.locator('.status .pill').innerText()).toBe(label)
      const link = page.getByRole('link', { name: 'Return to shop.example' })
      expect(await link.getAttribute('href')).toBe(returnUrl)
    }
    expect(await page.locator('.pay').count()).toBe(1)
  })

  test('behavior: an expired receipt promises nothing, and has no invoice', async () => {
    await portal.show(stateOf('failed'))
    const invoice = page.getByRole('link', { name: 'Invoice (PDF)' })
    expect(await invoice.count()).toBe(1)
    await portal.show(stateOf('expired'))
    expect(await page.locator('.status').innerText()).toMatch(
      /we have not detected a payment\. If you sent one, it will appear here\. Otherwise, start again/,
    )
    expect(await page.locator('main').innerText()).not.toContain('Nothing was charged')
    expect(await invoice.count()).toBe(0)
  })

  test('behavior: a refund leads back to the shop', async () => {
    const returnUrl = 'https://shop.example'
    for (const name of ['refund_requested', 'refunded']) {
      await portal.show({ ...stateOf(name), returnUrl })
      await page.getByRole('link', { name: 'Return to shop.example' }).waitFor()
    }
  })

  test('behavior: the network is named once beside the amount', async () => {
    await portal.show(portal.receipt)
    const { name } = portal.receipt.payment.network
    expect(await page.locator('.due-amount').innerText()).toMatch(new RegExp(`USDC\\s+on ${name}`))
    expect(await page.locator('.pills legend').innerText()).not.toContain(name)
  })

  test('behavior: a receipt in euros speaks euros, in its status and its order summary', async () => {
    const { lineItems, totalUsd } = portal.receipt
    const euros = lineItems.map((line) => ({ ...line, amount: line.priceUsd }))
    const receipt = {
      ...portal.receipt,
      currency: 'EUR' as const,
      total: totalUsd,
      lineItems: euros,
    }
    const part = { paid: 40, paidUsd: 43.3, due: totalUsd - 40, dueUsd: totalUsd - 43.3 }
    await portal.show(change(receipt, { status: 'pending', payment: part }))
    await page.locator('.order-summary summary').click()
    const status = await page.locator('.status').innerText()
    expect(status).toMatch(/We have received €40\.00 of €[\d,.]+\. €[\d,.]+ still due\./)
    const summary = await page.locator('.order-summary').innerText()
    expect(summary).toMatch(/\d × €\d/)
    expect(summary).not.toMatch(/USD|\$/)
    await page.locator('.order-summary summary').click()
  })

  test('behavior: a paid receipt shows amount, payer, local time and transaction', async () => {
    await portal.show(stateOf('paid'))
    const facts = await page.locator('.facts').innerText()
    expect(facts).toMatch(/You paid\s+25\.00 USDC on /)
    expect(facts).toMatch(/From\s+0x4f4f…4f4f/)
    // Noon UTC in New York.
    expect(facts).toMatch(/Time\s+Jan 1, 2026, 07:00/)
    expect(facts).toMatch(/Transaction\s+0xa1b2…c3d4/)
    await page.getByRole('button', { name: 'Copy transaction hash' }).waitFor()
    await page.getByRole('link', { name: 'Receipt (PDF)' }).waitFor()
    const pill = page.locator('.status .pill')
    const size = await pill.evaluate((element) =>
      Number.parseFloat(getComputedStyle(element).fontSize),
    )
    expect(size).toBeGreaterThanOrEqual(28)
    expect(await page.locator('.progress').innerText()).toMatch(/^Sent.*Confirmed.*Paid/s)
    expect(await page.locator('main').innerText()).not.toMatch(/split|flush/i)
  })

  test('behavior: a refund without a transaction is the record of the shop', async () => {
    await portal.show(stateOf('refunded'))
    expect(await page.locator('.status').innerText()).toMatch(
      /^Refund recorded\s+.+ recorded a refund of .+ and pays it to you outside this page\./,
    )
    expect(await page.locator('.refunds').innerText()).toContain('recorded by')
  })

  test('behavior: the footer states where the money goes, and the fee of the platform', async () => {
    const footer = await page.locator('.foot').innerText()
    expect(footer).toContain('can only pay')
    expect(footer).toContain('a platform fee of 0.5%')
  })
})

/** Runs in the page. */
function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}
