import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAcceptedAuthorization, moveTo } from '../../../test/fixtures/accepted-authorization.js'
import { aBuyer, aHash, type Buyer } from '../../../test/fixtures/buyer.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { MINUTE_MS } from '../../lib/time.js'
import { findOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import type { OutgoingState } from '../../platform/chain/outgoing/outgoing.js'
import { onAuthorizationFailed } from '../portal/authorization-progress.js'
import { failAbandonedAttempts } from '../portal/fail-abandoned-attempts.js'
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
    (one: { status: string }) => one.status === 'attempt_failed',
  )

async function aBuyerWith(state: OutgoingState) {
  const buyer = await aBuyer(app)
  const id = await anAcceptedAuthorization(app.ctx, buyer)
  await moveTo(app.ctx, { id, state, hash: aHash() })
  return { buyer, id }
}

describe('endAuthorizations', () => {
  test.each(['failed', 'reverted'] as const)(
    'default: %s is a failed attempt, told once, and the page is open again',
    async (state) => {
      const { buyer, id } = await aBuyerWith('sent')
      expect(await run()).toEqual({ ended: 0 })
      expect((await buyer.look()).payment.sent).not.toBeNull()
      await moveTo(app.ctx, { id, state, hash: aHash() })
      expect((await buyer.look()).payment.sent).toBeNull()
      expect(await run()).toEqual({ ended: 1 })
      expect(await run()).toEqual({ ended: 0 })
      expect(await failuresOf(buyer)).toMatchObject([
        { by: 'portal', failureCode: 'PORTAL_CHAIN_TX_REVERTED' },
      ])
      expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
    },
  )

  test('behavior: with no new attempt in ten minutes the receipt fails of it', async () => {
    const { buyer } = await aBuyerWith('reverted')
    await run()
    app.ctx.clock.advance(10 * MINUTE_MS)
    await run(failAbandonedAttempts)
    expect(await buyer.look()).toMatchObject({
      status: 'failed',
      failure: { code: 'PORTAL_CHAIN_TX_REVERTED' },
    })
  })

  test('behavior: while another is on its way the receipt is not given up', async () => {
    const { buyer } = await aBuyerWith('reverted')
    await run()
    await anAcceptedAuthorization(app.ctx, buyer)
    app.ctx.clock.advance(10 * MINUTE_MS)
    await run(failAbandonedAttempts)
    expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
  })

  test('behavior: one that is not sent yet is called off once less is due than it pays', async () => {
    const buyer = await aBuyer(app)
    await anAcceptedAuthorization(app.ctx, buyer)
    expect(await run()).toEqual({ ended: 0 })
    await buyer.pay({ units: 5_000_000n })
    expect(await run()).toEqual({ ended: 1 })
    expect((await buyer.look()).payment).toMatchObject({ sent: null, dueUsd: 7 })
    expect(await failuresOf(buyer)).toHaveLength(1)

    // What pays the rest stays, until the rest is there too.
    const id = await anAcceptedAuthorization(app.ctx, buyer, { units: 7_000_000n })
    expect(await run()).toEqual({ ended: 0 })
    await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    expect(await run()).toEqual({ ended: 1 })
    expect(await findOutgoing(app.ctx.db, { id })).toMatchObject({
      state: 'failed',
      error: 'Less is due by now than it pays',
    })
    expect(await failuresOf(buyer)).toHaveLength(1)
  })

  test.each(['signed', 'sent', 'mined'] as const)(
    'behavior: one that is %s cannot be called back',
    async (state) => {
      const { buyer, id } = await aBuyerWith(state)
      await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
      expect(await run()).toEqual({ ended: 0 })
      expect(await findOutgoing(app.ctx.db, { id })).toMatchObject({ state })
    },
  )

  test('behavior: what is final is looked at no more, and nothing is told', async () => {
    const { buyer, id } = await aBuyerWith('mined')
    expect(await run()).toEqual({ ended: 0 })
    await moveTo(app.ctx, { id, state: 'final', hash: aHash() })
    expect(await run()).toEqual({ ended: 1 })
    expect(await run()).toEqual({ ended: 0 })
    expect(await failuresOf(buyer)).toEqual([])
  })

  test('behavior: a receipt that is paid by then hears nothing of it', async () => {
    const { buyer } = await aBuyerWith('failed')
    await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    expect(await run()).toEqual({ ended: 1 })
    expect(await failuresOf(buyer)).toEqual([])
  })
})
