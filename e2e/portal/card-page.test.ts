// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage, type Page } from '../helpers/browser.js'
import { useService } from '../helpers/client.js'
import { listOverflows } from '../helpers/portal/list-overflows.js'
import { listSmallTargets } from '../helpers/portal/list-small-targets.js'
import { axeScript, listViolations } from '../helpers/portal/list-violations.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** Starts a card payment of a demo order. Returns the URL of the provider's page, and the receipt's. */
async function startCardPayment() {
  const { baseUrl, apiKey } = service.demo
  const call = async (path: string, headers: Record<string, string>, body?: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const response = await fetch(`${baseUrl}${path}`, {
      ...(body ? { ...init, body: JSON.stringify(body) } : { headers }),
    })
    return response.json()
  }
  const items = [{ sku: 'COFFEE-1', qty: 2 }]
  const { receipt } = await call(
    '/api/orders',
    { 'x-api-key': apiKey },
    { items, onrampEmail: 'ada@example.com', billingFirstName: 'Ada', billingLastName: 'Lovelace' },
  )
  const portal = `/api/portal/${receipt.receiptId}`
  const { portalToken } = await call(portal, {})
  const { session } = await call(`${portal}/onramp`, { 'x-portal-token': portalToken }, {})
  return { url: session.url as string, view: () => call(portal, {}) }
}

async function pay(page: Page, result: string): Promise<void> {
  await page.getByLabel('Result').selectOption(result)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

describe('the page of the sandbox provider of card payments', () => {
  test.each([390, 1_280])('default: every state is usable at %i px', async (width) => {
    const opened = await openPage(browser, { width, height: 844 })
    const { page } = opened
    await page.addInitScript({ content: axeScript })
    const check = async (state: string) => {
      expect(await listOverflows(page), state).toEqual([])
      expect(await listSmallTargets(page), state).toEqual([])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await listViolations(page), `${state} ${colorScheme}`).toEqual([])
        await takeScreenshot(page, `card-${state}-${width}-${colorScheme}`)
      }
    }
    const { url, view } = await startCardPayment()
    await page.goto(url)
    const button = await page.getByRole('button', { name: /^Pay \$/ }).boundingBox()
    expect((button?.y ?? 0) + (button?.height ?? 0), 'lower edge').toBeLessThan(844)
    await check('open')
    await pay(page, 'PORTAL_PAY_CARD_DECLINED')
    await page.getByRole('alert').filter({ hasText: 'Your bank declined the payment.' }).waitFor()
    await check('declined')
    expect(await view()).toMatchObject({ card: { status: 'declined' } })
    await pay(page, 'slow')
    await page.getByRole('heading', { name: 'Your bank is checking this payment' }).waitFor()
    await check('processing')
    expect(await view()).toMatchObject({ card: { status: 'processing' } })
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor()
    await check('complete')
    await expect.poll(async () => (await view()).payment.dueUsd, { timeout: 30_000 }).toBe(0)
    expect(opened.pageErrors).toEqual([])
    await opened.close()
  })

  test('behavior: a buyer under 18 is refused, also without JavaScript', async () => {
    const opened = await openPage(browser, { javaScriptEnabled: false, width: 390, height: 844 })
    const { page } = opened
    const { url, view } = await startCardPayment()
    await page.goto(url)
    await page.getByLabel('Date of birth').fill('2015-06-01')
    await pay(page, 'success')
    await page.getByRole('heading', { name: 'This card payment has ended' }).waitFor()
    expect(await view()).toMatchObject({ failure: { code: 'PORTAL_KYC_UNDERAGE' } })
    await opened.close()
  })
})
