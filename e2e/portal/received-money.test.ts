/// <reference lib="dom" />
// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage, type Page } from '../helpers/browser.js'
import { makeReceipt, useService } from '../helpers/client.js'
import {
  fetchPortalReceipt,
  openSimulatedPortal,
  readPortalUrl,
} from '../helpers/portal/open-simulated-portal.js'
import { waitForStatus } from '../helpers/portal/page-actions.js'
import { change, listStates } from '../helpers/portal/portal-states.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'

const service = useService()
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const widths = [390, 1_280]
const denial = /nothing was (charged|detected|sent)|not detected a payment/i

async function simulate(receiptId: string, scenario: string): Promise<void> {
  const body = { receiptId, scenario }
  expect((await service.program('POST /api/sandbox/pay', { body })).status).toBe(200)
}

async function takeScreenshots(page: Page, name: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    await takeScreenshot(page, `${name}-${width}`)
  }
}

describe('a payment page that is opened again', () => {
  test('default: keeps the failure, and reports no visit', async () => {
    const receiptId = await makeReceipt(service.program)
    await simulate(receiptId, 'PORTAL_CHAIN_USER_REJECTED')
    const { failure } = await fetchPortalReceipt(service, receiptId)
    const url = await readPortalUrl(service, receiptId)
    for (const width of widths) {
      const { page, requests, close } = await openPage(browser, { width })
      for (const open of [() => page.goto(url), () => page.reload()]) {
        await open()
        await waitForStatus(page, 'Not paid yet')
        await page.getByText('No wallet found in this browser.').waitFor()
        expect(await page.locator('.status p').innerText()).toContain(failure?.action)
      }
      expect(requests().filter((sent) => sent.includes('/progress'))).toEqual([])
      await takeScreenshot(page, `failed-again-${width}`)
      await close()
    }
    expect(await fetchPortalReceipt(service, receiptId)).toMatchObject({
      status: 'failed',
      failure: { code: 'PORTAL_CHAIN_USER_REJECTED' },
    })
  })

  test('behavior: a part payment after the receipt has expired is never denied', async () => {
    const receiptId = await makeReceipt(service.program)
    const { page, close } = await openPage(browser)
    await page.goto(await readPortalUrl(service, receiptId))
    await waitForStatus(page, 'Waiting for payment')
    await simulate(receiptId, 'expire')
    await waitForStatus(page, 'Expired')
    const statuses = await recordStatuses(page)
    await simulate(receiptId, 'under:10')
    await waitForStatus(page, 'Partly paid')
    await page.getByText('We have received $15.00 of $25.00. $10.00 still due.').waitFor()
    await page.reload()
    await waitForStatus(page, 'Partly paid')
    expect(statuses.length).toBeGreaterThan(0)
    expect(statuses.filter((text) => denial.test(text))).toEqual([])
    await takeScreenshots(page, 'part-paid-late')
    await close()
  })

  test('behavior: money that is not counted yet is being checked', async () => {
    const portal = await openSimulatedPortal(browser, service)
    const payment = { hasPayment: true, options: [] }
    await portal.show(change(portal.receipt, { payment: { ...payment, isOver: true } }))
    await waitForStatus(portal.page, 'Expired')
    expect(await portal.page.locator('.card').innerText()).not.toMatch(denial)
    await takeScreenshots(portal.page, 'expired-seen')
    await portal.show(change(portal.receipt, { payment }))
    await waitForStatus(portal.page, 'Checking')
    expect(await portal.page.locator('.card').innerText()).not.toMatch(denial)
    await takeScreenshots(portal.page, 'checking')
    await portal.close()
  })

  test('behavior: a part payment during an outage shows what was received and the rest', async () => {
    const portal = await openSimulatedPortal(browser, service)
    const { page, receipt } = portal
    const partPaid =
      listStates(receipt).find(({ name }) => name === 'part_paid')?.receipt ?? receipt
    const outage = { degraded: true, reason: 'datastore_unavailable' } as const
    await portal.show({ ...change(partPaid, { payment: { hasPayment: true } }), ...outage })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      const card = page.locator('.card')
      await card.getByText('We have received $10.00 of $25.00. $15.00 still due.').waitFor()
      await card.getByText('If you have already paid, do not pay again.').waitFor()
      expect(await card.locator('.due-amount').innerText()).toContain('15.00')
      expect(await card.innerText()).not.toMatch(denial)
      await takeScreenshot(page, `part-paid-outage-${width}`)
    }
    await portal.close()
  })
})

/** Records every status that the page shows from now on, until it is loaded again. */
async function recordStatuses(page: Page): Promise<string[]> {
  const texts: string[] = []
  await page.exposeFunction('recordStatus', (text: string) => void texts.push(text))
  await page.evaluate(() => {
    const status = document.querySelector('.status')
    const { recordStatus } = window as unknown as { recordStatus(text: string): void }
    const record = () => recordStatus(status?.textContent ?? '')
    const how = { childList: true, characterData: true, subtree: true }
    if (status) new MutationObserver(record).observe(status, how)
  })
  return texts
}
