// @module-tag slow
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage } from '../helpers/browser.js'
import { makeItem, makeReceipt, placeOrder, type Receipt, useService } from '../helpers/client.js'
import {
  fetchPortalReceipt,
  openSimulatedPortal,
  readPortalUrl,
  type SimulatedPortal,
} from '../helpers/portal/open-simulated-portal.js'
import { waitForStatus } from '../helpers/portal/page-actions.js'
import { change, listStates, type PortalState, someHash } from '../helpers/portal/portal-states.js'
import { takeScreenshot } from '../helpers/portal/take-screenshot.js'
import { projectDir } from '../helpers/tallystick.js'

const service = useService()
let browser: Browser
let portal: SimulatedPortal
beforeAll(async () => {
  browser = await launchBrowser()
  portal = await openSimulatedPortal(browser, service, { wallets: ['Fern', 'Moss'] })
})
afterAll(async () => {
  await portal?.close()
  await browser?.close()
})

describe('GET /portal/{receiptId}', () => {
  test('default: every state shows its status and next step', async () => {
    for (const state of listStates(portal.receipt)) {
      await portal.show(state.receipt)
      expect(await readState(portal), state.name).toEqual(describeExpected(state))
    }
  })

  test('behavior: follows a receipt from payment to refund without a reload', async () => {
    const { receiptId } = await placeOrder(service.program)
    const { page, close } = await openPage(browser)
    await page.goto(await readPortalUrl(service, receiptId))
    const simulate = async (scenario: string) => {
      const body = { receiptId, scenario }
      expect((await service.program('POST /api/sandbox/pay', { body })).status).toBe(200)
    }
    const waitForPill = (label: string) => page.locator('.pill', { hasText: label }).waitFor()

    await waitForPill('Waiting for payment')
    await simulate('under:60.25')
    await waitForPill('Partly paid')
    await simulate('exact')
    await page.locator('.progress .done-3').waitFor()
    await waitForPill('Paid')
    const { totalUsd: usd } = await fetchPortalReceipt(service, receiptId)
    const refund = { receiptId, buyer: `0x${'ab'.repeat(20)}`, usd }
    const { status } = await service.owner('POST /api/receipts/refund', { body: refund })
    expect(status).toBe(200)
    await waitForPill('Refund recorded')
    await close()
  })

  test('behavior: an order without a key sells out and returns, without a reload', async () => {
    const { id } = await makeItem(service.program, { name: 'Last cup', stockQty: 1 })
    const body = { items: [{ id, qty: 1 }] }
    const shop = `POST /api/directory/shops/${service.demo.shopSlug}`
    const response = await service.anyone<{ receipt: Receipt }>(`${shop}/orders`, { body })
    const url = await readPortalUrl(service, response.body.receipt.receiptId)
    const { page, close } = await openPage(browser)
    await page.goto(url)
    await waitForStatus(page, 'Waiting for payment')

    const { receiptId } = await placeOrder(service.program, body)
    await waitForStatus(page, 'Sold out')
    await page.getByText('No longer available: Last cup. Nothing was charged.').waitFor()
    expect(await page.locator('.pay').count()).toBe(0)
    const html = await (await fetch(url)).text()
    expect(html).toContain('No longer available: Last cup.')
    expect(html).not.toContain('ethereum:')
    await takeScreenshot(page, 'sold-out-live')

    await service.owner('POST /api/receipts/status', { body: { receiptId, status: 'failed' } })
    await waitForStatus(page, 'Waiting for payment')
    expect(await page.locator('.pay').count()).toBe(1)
    await close()
  })

  test('behavior: retries while no payment option is available', async () => {
    const other = await openSimulatedPortal(browser, service)
    const { receipt, page } = other
    await other.show({ ...receipt, payment: { ...receipt.payment, options: [] } })
    await waitForStatus(page, 'Unavailable')
    await waitForStatus(page, 'Waiting for payment')
    await other.close()
  })

  test('behavior: every failure code shows its text and lets the buyer try again', async () => {
    const failures = readFailures()
    const receiptId = await makeReceipt(service.program)
    for (const { code, action } of failures) {
      const body = { receiptId, scenario: code }
      expect((await service.program('POST /api/sandbox/pay', { body })).status).toBe(200)
      const failed = await fetchPortalReceipt(service, receiptId)
      expect(failed.failure?.code).toBe(code)

      await portal.show(failed)
      expect(await readState(portal), code).toMatchObject({
        word: 'Not paid yet',
        canPay: true,
        // Some add that nothing was charged.
        text: expect.stringContaining(action),
      })
    }
    const offered = await portal.page.getByLabel('Fail with').locator('option').allTextContents()
    expect(offered.toSorted()).toEqual(failures.map(({ code }) => code).toSorted())
  })

  test('behavior: shows both ends of a hash and copies it in full', async () => {
    await portal.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const sent = { sent: { txHash: someHash, at: 0, isOurs: false } }
    await portal.show(change(portal.receipt, { payment: sent }))
    const hash = portal.page.locator('.card .hash').first()
    expect(await hash.innerText()).toBe('0xa1b2…c3d4')
    await portal.page.getByRole('button', { name: 'Copy transaction hash' }).click()
    await portal.page.getByRole('status').filter({ hasText: 'Copied transaction hash.' }).waitFor()
    expect(await portal.page.evaluate(() => navigator.clipboard.readText())).toBe(someHash)
  })

  test('behavior: lists refunds with amount, time and transaction', async () => {
    const refunded = listStates(portal.receipt).find(({ name }) => name === 'refunded')
    await portal.show(refunded?.receipt ?? portal.receipt)
    const list = portal.page.locator('.refunds li')
    expect(await list.allInnerTexts()).toEqual([
      expect.stringMatching(/^\$5\.00, confirmed on chain\s+Jan 1, 2026, \d\d:00\s+0xa1b2…c3d4/),
      expect.stringMatching(/^\$20\.00, recorded by .+\s+Jan 1, 2026, \d\d:00$/),
    ])
  })

  test('behavior: shows when the connection is lost, and that the payment is safe', async () => {
    const other = await openSimulatedPortal(browser, service)
    await other.show(other.receipt)
    other.feed.disconnect()
    const note = other.page.getByRole('status').filter({ hasText: 'Reconnecting.' })
    await note.waitFor()
    expect(await note.innerText()).toContain('Your payment is not affected')
    await other.close()
  })
})

type ShownState = {
  word: string
  text: string
  reached: string
  canPay: boolean
  stepsDone: number
}

async function readState({ page }: SimulatedPortal): Promise<ShownState> {
  const status = page.locator('.status[role=status]')
  const done = await page.locator('.progress li.is-done').allInnerTexts()
  return {
    word: await status.locator('.pill').innerText(),
    text: (await status.locator('p').allInnerTexts()).join(''),
    reached: done.at(-1)?.split(/\W/)[0] ?? 'none',
    canPay: (await page.getByRole('button', { name: /^Pay with / }).count()) === 2,
    stepsDone: done.length,
  }
}

function describeExpected({ word, text, reached, canPay }: PortalState): ShownState {
  const steps = ['none', 'Sent', 'Confirmed', 'Paid']
  return {
    word,
    text: expect.stringContaining(text),
    reached,
    canPay,
    stepsDone: steps.indexOf(reached),
  }
}

/** Reads the published failure codes and their texts for the buyer. */
function readFailures(): { code: string; action: string }[] {
  const page = readFileSync(join(projectDir, 'docs', 'failures.md'), 'utf8')
  const rows = page.matchAll(/^\| `(PORTAL_\w+)` \|.+\| (.+?) \|$/gm)
  return Array.from(rows, ([, code = '', action = '']) => ({ code, action }))
}
