import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, launchBrowser, openPage } from '../helpers/browser.js'
import { makeReceipt, placeOrder, useService } from '../helpers/client.js'
import { type FedPortal, loadPortal, openFedPortal, portalUrl } from './open-fed-portal.js'
import { change, listStates, type PortalState, someHash } from './portal-states.js'
import { readFailures } from './read-failures.js'
import { seeStatus } from './see-status.js'

const service = useService()
let browser: Browser
let portal: FedPortal
beforeAll(async () => {
  browser = await launchBrowser()
  portal = await openFedPortal(browser, service, { wallets: ['Fern', 'Moss'] })
})
afterAll(async () => {
  await portal?.close()
  await browser?.close()
})

describe('GET /portal/{receiptId}', () => {
  test('default: every status says how the payment stands and what to do', async () => {
    for (const state of listStates(portal.receipt)) {
      await portal.show(state.receipt)
      expect(await readState(portal), state.name).toEqual(expectedOf(state))
    }
  })

  test('behavior: the page follows a receipt through its life without being loaded again', async () => {
    const { receiptId } = await placeOrder(service.program)
    const { page, close } = await openPage(browser)
    await page.goto(portalUrl(service, receiptId))
    const play = async (scenario: string) => {
      const body = { receiptId, scenario }
      expect((await service.program('POST /api/sandbox/pay', { body })).status).toBe(200)
    }
    const see = (word: string) => page.locator('.pill', { hasText: word }).waitFor()

    await see('Waiting for payment')
    await play('under:60.25')
    await see('Partly paid')
    await play('exact')
    await page.locator('.notches.parted').waitFor()
    await see('Paid')
    const { totalUsd: usd } = await loadPortal(service, receiptId)
    const refund = { receiptId, buyer: `0x${'ab'.repeat(20)}`, usd }
    const { status } = await service.owner('POST /api/receipts/refund', { body: refund })
    expect(status).toBe(200)
    await see('Refunded')
    await close()
  })

  test('behavior: where nothing can be offered right now, it is asked for again', async () => {
    const own = await openFedPortal(browser, service)
    const { receipt, page } = own
    await own.show({ ...receipt, payment: { ...receipt.payment, options: [] } })
    await seeStatus(page, 'One moment')
    await seeStatus(page, 'Waiting for payment')
    await own.close()
  })

  test('behavior: every failure code has its sentence for the buyer, who can try again', async () => {
    const failures = readFailures()
    const receiptId = await makeReceipt(service.program)
    for (const { code, action } of failures) {
      const body = { receiptId, scenario: code }
      expect((await service.program('POST /api/sandbox/pay', { body })).status).toBe(200)
      const failed = await loadPortal(service, receiptId)
      expect(failed.failure?.code).toBe(code)

      await portal.show(failed)
      expect(await readState(portal), code).toMatchObject({
        ...{ word: 'Not paid yet', asks: true },
        text: action,
      })
    }
    const offered = await portal.page.getByLabel('Fail with').locator('option').allTextContents()
    expect(offered.toSorted()).toEqual(failures.map(({ code }) => code).toSorted())
  })

  test('behavior: a hash is shown by its ends, and is copied whole', async () => {
    await portal.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const sent = { sent: { txHash: someHash, at: 0, isOurs: false } }
    await portal.show(change(portal.receipt, { payment: sent }))
    const hash = portal.page.locator('.card .hash').first()
    expect(await hash.innerText()).toBe('0xa1b2…c3d4')
    await portal.page.getByRole('button', { name: 'Copy transaction hash' }).click()
    await portal.page.getByRole('status').filter({ hasText: 'Copied transaction hash.' }).waitFor()
    expect(await portal.page.evaluate(() => navigator.clipboard.readText())).toBe(someHash)
  })

  test('behavior: refunds are listed with what, when and by which transaction', async () => {
    const refunded = listStates(portal.receipt).find(({ name }) => name === 'refunded')
    await portal.show(refunded?.receipt ?? portal.receipt)
    const list = portal.page.locator('.refunds li')
    expect(await list.allInnerTexts()).toEqual([
      expect.stringMatching(/^5\.00 USD on 1 Jan 2026, 12:00 UTC, seen on the chain\s+0xa1b2…c3d4/),
      '20.00 USD on 1 Jan 2026, 12:00 UTC',
    ])
  })

  test('behavior: while the service cannot be heard the page says so, and that nothing is lost', async () => {
    const other = await openFedPortal(browser, service)
    await other.show(other.receipt)
    other.feed.cut()
    const note = other.page.getByRole('status').filter({ hasText: 'Reconnecting.' })
    await note.waitFor()
    expect(await note.innerText()).toContain('Your payment is not affected')
    await other.close()
  })
})

type Shown = { word: string; text: string; reached: string; asks: boolean; cut: number }

async function readState({ page }: FedPortal): Promise<Shown> {
  const status = page.locator('.status[role=status]')
  const cut = await page.locator('.notches li.is-cut').allInnerTexts()
  return {
    word: await status.locator('.pill').innerText(),
    text: (await status.locator('p').allInnerTexts()).join(''),
    reached: cut.at(-1)?.split(/\W/)[0] ?? 'none',
    asks: (await page.getByRole('button', { name: /^Pay with / }).count()) === 2,
    cut: cut.length,
  }
}

function expectedOf({ word, says, reached, asks }: PortalState): Shown {
  const steps = ['none', 'Sent', 'Confirmed', 'Paid', 'Split']
  return { word, text: expect.stringContaining(says), reached, asks, cut: steps.indexOf(reached) }
}
