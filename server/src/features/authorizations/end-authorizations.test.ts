import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAcceptedAuthorization, moveTo } from '../../../test/fixtures/accepted-authorization.js'
import { aBuyer, aHash, type Buyer } from '../../../test/fixtures/buyer.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { MINUTE_MS } from '../../lib/time.js'
import { findOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import type { OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import { onAuthorizationFailed } from '../portal/checkout/apply-progress.js'
import { failAbandonedAttempts } from '../portal/checkout/fail-checkout.js'
import { endAuthorizations } from './end-authorizations.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const endJob = endAuthorizations({ onFailed: onAuthorizationFailed })
const run = (job = endJob) => job.run(app.ctx, new AbortController().signal)
const failuresOf = async (buyer: Buyer) =>
  (await buyer.receipt()).timeline.filter(
    (entry: { status: string }) => entry.status === 'attempt_failed',
  )

async function aBuyerWith(state: OutgoingState) {
  const buyer = await aBuyer(app)
  const id = await anAcceptedAuthorization(app.ctx, buyer)
  await moveTo(app.ctx, { id, state, hash: aHash() })
  return { buyer, id }
}

describe('endAuthorizations', () => {
  test.each(['failed', 'reverted'] as const)(
    'default: records a failed attempt once when %s, and reopens the page',
    async (state) => {
      const { buyer, id } = await aBuyerWith('sent')
      expect(await run()).toEqual({ ended: 0 })
      expect((await buyer.view()).payment.sent).not.toBeNull()
      await moveTo(app.ctx, { id, state, hash: aHash() })
      expect((await buyer.view()).payment.sent).toBeNull()
      expect(await run()).toEqual({ ended: 1 })
      expect(await run()).toEqual({ ended: 0 })
      expect(await failuresOf(buyer)).toMatchObject([
        { by: 'portal', failureCode: 'PORTAL_CHAIN_TX_REVERTED' },
      ])
      expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
    },
  )

  test('behavior: fails the receipt when no attempt follows within ten minutes', async () => {
    const { buyer } = await aBuyerWith('reverted')
    await run()
    app.ctx.clock.advance(10 * MINUTE_MS)
    await run(failAbandonedAttempts)
    expect(await buyer.view()).toMatchObject({
      status: 'failed',
      failure: { code: 'PORTAL_CHAIN_TX_REVERTED' },
    })
  })

  test('behavior: one that no checkout submitted ends without a failed attempt', async () => {
    const buyer = await aBuyer(app)
    const id = await anAcceptedAuthorization(app.ctx, buyer, { isOfCheckout: false })
    await moveTo(app.ctx, { id, state: 'reverted', hash: aHash() })
    expect(await run()).toEqual({ ended: 1 })
    expect(await failuresOf(buyer)).toEqual([])
    app.ctx.clock.advance(10 * MINUTE_MS)
    await run(failAbandonedAttempts)
    expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
  })

  test('behavior: keeps the receipt open while another one is in flight', async () => {
    const { buyer } = await aBuyerWith('reverted')
    await run()
    await anAcceptedAuthorization(app.ctx, buyer)
    app.ctx.clock.advance(10 * MINUTE_MS)
    await run(failAbandonedAttempts)
    expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
  })

  test('behavior: a unit of a third party cancels no unsent one', async () => {
    const buyer = await aBuyer(app)
    const id = await anAcceptedAuthorization(app.ctx, buyer)
    await buyer.pay({ units: 1n })
    expect(await run()).toEqual({ ended: 0 })
    expect(await findOutgoing(app.ctx.db, { id })).toMatchObject({ state: 'planned' })
  })

  test('behavior: cancels an unsent one that exceeds the amount due', async () => {
    const buyer = await aBuyer(app)
    await anAcceptedAuthorization(app.ctx, buyer)
    expect(await run()).toEqual({ ended: 0 })
    await buyer.pay({ units: 5_000_000n })
    expect(await run()).toEqual({ ended: 1 })
    expect((await buyer.view()).payment).toMatchObject({ sent: null, dueUsd: 7 })
    expect(await failuresOf(buyer)).toHaveLength(1)

    // One that pays exactly the rest stays until the rest is paid.
    const id = await anAcceptedAuthorization(app.ctx, buyer, { units: 7_000_000n })
    expect(await run()).toEqual({ ended: 0 })
    await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    expect(await run()).toEqual({ ended: 1 })
    expect(await findOutgoing(app.ctx.db, { id })).toMatchObject({
      state: 'failed',
      error: 'The payment exceeds the amount due',
    })
    expect(await failuresOf(buyer)).toHaveLength(1)
  })

  test.each(['signed', 'sent', 'mined'] as const)(
    'behavior: does not cancel one that is %s',
    async (state) => {
      const { buyer, id } = await aBuyerWith(state)
      await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
      expect(await run()).toEqual({ ended: 0 })
      expect(await findOutgoing(app.ctx.db, { id })).toMatchObject({ state })
    },
  )

  test('behavior: ends a final one without a timeline entry', async () => {
    const { buyer, id } = await aBuyerWith('mined')
    expect(await run()).toEqual({ ended: 0 })
    await moveTo(app.ctx, { id, state: 'final', hash: aHash() })
    expect(await run()).toEqual({ ended: 1 })
    expect(await run()).toEqual({ ended: 0 })
    expect(await failuresOf(buyer)).toEqual([])
  })

  test('behavior: adds no entry to a paid receipt', async () => {
    const { buyer } = await aBuyerWith('failed')
    await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    expect(await run()).toEqual({ ended: 1 })
    expect(await failuresOf(buyer)).toEqual([])
  })
})
