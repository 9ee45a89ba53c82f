// @module-tag slow
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, aHash, insertPayment } from '../../../../test/fixtures/buyer.js'
import { createOutageApp } from '../../../../test/fixtures/outage.js'
import { updateSuspension } from '../../../auth/merchants/suspension-store.js'
import { MINUTE_MS } from '../../../lib/time.js'

let app: Awaited<ReturnType<typeof createOutageApp>>
beforeAll(async () => {
  app = await createOutageApp()
})
afterEach(() => app.end())
afterAll(() => app.close())

const chairOrder = { lineItems: [{ label: 'Chair', priceUsd: 100 }], totalUsd: 100 }
const degradedFields = { degraded: true, reason: 'datastore_unavailable' }
const partPayment = { units: 60_000_000n }

/** Returns the buyer of a receipt of 100 dollars, whose merchant has no items. */
const aChairBuyer = () => aBuyer(app, { body: chairOrder })

async function setStatus(
  { merchant, receiptId }: Awaited<ReturnType<typeof aBuyer>>,
  fields: { status: string; transactionHash?: string; refundedCents?: number },
): Promise<void> {
  await app.ctx.db.query(
    `update receipts set status = $3, transaction_hash = $4, refunded_usd_cents = $5
     where merchant = $1 and id = $2`,
    [merchant, receiptId, fields.status, fields.transactionHash ?? null, fields.refundedCents ?? 0],
  )
}

/** Refreshes the snapshot, then begins an outage. */
async function beginOutage(): Promise<void> {
  await app.snapshot.refresh()
  await app.begin()
}

describe('showPortal during an outage', () => {
  test('default: a merchant without items has its payment pages', async () => {
    const buyer = await aChairBuyer()
    await beginOutage()
    expect(await buyer.view()).toMatchObject({
      receiptId: 'r-1',
      platformFeePct: null,
      payment: { dueUsd: 100, paidUsd: 0 },
      ...degradedFields,
    })
  })

  test('behavior: a part payment leaves only the rest to pay', async () => {
    const buyer = await aChairBuyer()
    await buyer.pay(partPayment)
    await setStatus(buyer, { status: 'pending', transactionHash: aHash() })
    await beginOutage()
    const { payment } = await buyer.view()
    expect(payment).toMatchObject({ paidUsd: 60, dueUsd: 40, paid: 60, due: 40, hasPayment: true })
    expect(payment.received).toMatchObject([{ symbol: 'USDC', amount: '60' }])
    const amounts = payment.options.map((option: { symbol: string; amount: string }) => [
      option.symbol,
      option.amount,
    ])
    expect(amounts).toEqual([
      ['USDC', '40'],
      ['USDT', '40'],
    ])
  })

  test('behavior: payments that a reorganization removed, or that do not count, leave the whole amount', async () => {
    const buyer = await aChairBuyer()
    await buyer.pay({ ...partPayment, state: 'orphaned' })
    await beginOutage()
    const { payment } = await buyer.view()
    expect(payment).toMatchObject({ paidUsd: 0, dueUsd: 100 })
    expect(payment).not.toHaveProperty('hasPayment')
  })

  test('behavior: shows an announced payment as sent', async () => {
    const buyer = await aChairBuyer()
    const txHash = aHash()
    await app.ctx.db.query(
      `insert into announced_transactions (tx_hash, merchant, receipt_id, state, created_at)
       values ($1, $2, 'r-1', 'open', $3)`,
      [txHash, buyer.merchant, app.ctx.now()],
    )
    await beginOutage()
    expect((await buyer.view()).payment).toMatchObject({ sent: { txHash }, hasPayment: true })
  })

  test('behavior: an expired receipt is not offered, unless a part was paid', async () => {
    const config = { payments: { expiryMinutes: 5 } }
    const unpaid = await aBuyer(app, { config, body: chairOrder })
    const { seller } = unpaid
    const partPaid = await aBuyer(app, { seller, id: 'r-2', body: chairOrder })
    await partPaid.pay(partPayment)
    app.ctx.clock.advance(5 * MINUTE_MS)
    await beginOutage()
    expect((await unpaid.view()).payment).toMatchObject({ isOver: true, options: [], dueUsd: 100 })
    const { payment } = await partPaid.view()
    expect(payment).toMatchObject({ isOver: true, paidUsd: 60, dueUsd: 40 })
    expect(payment.options[0]).toMatchObject({ amount: '40' })
  })

  test.each([
    ['paid', 0],
    ['completed', 0],
    ['refund_requested', 0],
    ['refunded', 10_000],
  ])('behavior: nothing is due on a receipt that is %s', async (status, refundedCents) => {
    const buyer = await aChairBuyer()
    const transactionHash = aHash()
    await buyer.pay({ units: 100_000_000n, state: 'confirmed' })
    await setStatus(buyer, { status, transactionHash, refundedCents })
    await beginOutage()
    const shown = await buyer.view()
    expect(shown).toMatchObject({
      status,
      transactionHash,
      refundedUsd: refundedCents / 100,
      ...degradedFields,
    })
    expect(shown.payment).toMatchObject({ dueUsd: 0, paidUsd: 100, options: [] })
  })

  test('behavior: a canceled checkout can be paid in full', async () => {
    const buyer = await aChairBuyer()
    await buyer.post('progress', { status: 'failed', failureCode: 'PORTAL_SESSION_CANCELLED' })
    await beginOutage()
    expect(await buyer.view()).toMatchObject({
      status: 'failed',
      failure: { code: 'PORTAL_SESSION_CANCELLED' },
      payment: { dueUsd: 100, options: [{ amount: '100' }, {}] },
    })
  })

  test('behavior: payments of one receipt do not count for another', async () => {
    const buyer = await aChairBuyer()
    const other = await aBuyer(app, { seller: buyer.seller, id: 'r-2', body: chairOrder })
    await insertPayment(app, { merchant: other.merchant, receiptId: 'r-2', payment: partPayment })
    await beginOutage()
    expect((await buyer.view()).payment).toMatchObject({ paidUsd: 0, dueUsd: 100 })
    expect((await other.view()).payment).toMatchObject({ paidUsd: 60, dueUsd: 40 })
  })

  test('behavior: a shop that was suspended before the outage takes no payments', async () => {
    const buyer = await aChairBuyer()
    const suspension = { at: app.ctx.now(), reason: 'Fraud reports' }
    await updateSuspension(app.ctx.db, buyer.merchant, suspension)
    await beginOutage()
    expect((await buyer.view()).payment).toMatchObject({ isClosed: true, options: [], dueUsd: 100 })
  })

  test('behavior: a suspension that is not in the snapshot does not close the shop', async () => {
    const buyer = await aChairBuyer()
    await app.snapshot.refresh()
    const suspension = { at: app.ctx.now(), reason: 'Fraud reports' }
    await updateSuspension(app.ctx.db, buyer.merchant, suspension)
    await app.begin()
    const { payment } = await buyer.view()
    expect(payment).not.toHaveProperty('isClosed')
    expect(payment.options).toHaveLength(2)
  })
})
