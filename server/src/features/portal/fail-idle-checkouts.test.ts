import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, aHash, type Buyer } from '../../../test/fixtures/buyer.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { HOUR_MS, MINUTE_MS } from '../../lib/time.js'
import { failIdleCheckouts } from './fail-idle-checkouts.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const run = () => failIdleCheckouts.run(app.ctx, new AbortController().signal)
const say = (buyer: Buyer, status: string) => buyer.post('progress', { status })
const expired = { status: 'failed', failureCode: 'PORTAL_SESSION_EXPIRED' }

describe('failIdleCheckouts', () => {
  test.each(['checkout_initialized', 'pending'])('default: after %s', async (status) => {
    const buyer = await aBuyer(app)
    await say(buyer, status)
    app.ctx.clock.advance(HOUR_MS - 1)
    expect(await run()).toEqual({ seen: 0 })
    app.ctx.clock.advance(1)
    expect(await run()).toEqual({ seen: 1 })
    const receipt = await buyer.receipt()
    expect(receipt).toMatchObject(expired)
    expect(receipt.timeline.at(-1)).toMatchObject({ status: 'failed', by: 'expiry' })
    expect(await run()).toEqual({ seen: 0 })
  })

  test('behavior: whoever says that a checkout was begun, or done', async () => {
    const [begun, done] = [await aBuyer(app), await aBuyer(app)]
    await begun.seller.post('/api/receipts/status', {
      receiptId: 'r-1',
      status: 'checkout_initialized',
    })
    await done.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'checkout_success' })
    app.ctx.clock.advance(HOUR_MS)
    expect(await run()).toEqual({ seen: 2 })
    expect(await begun.receipt()).toMatchObject(expired)
    expect(await done.receipt()).toMatchObject(expired)
    expect(await run()).toEqual({ seen: 0 })
  })

  test('behavior: a receipt that nobody has begun to pay waits on', async () => {
    const [unseen, opened] = [await aBuyer(app), await aBuyer(app)]
    await say(opened, 'link_opened')
    app.ctx.clock.advance(100 * HOUR_MS)
    expect(await run()).toEqual({ seen: 0 })
    expect(await unseen.receipt()).toMatchObject({ status: 'pending' })
    expect(await opened.receipt()).toMatchObject({ status: 'link_opened' })
  })

  test('behavior: whatever the buyer does counts, and what the merchant says of it', async () => {
    const buyer = await aBuyer(app)
    await say(buyer, 'checkout_initialized')
    app.ctx.clock.advance(50 * MINUTE_MS)
    await say(buyer, 'link_opened')
    app.ctx.clock.advance(50 * MINUTE_MS)
    expect(await run()).toEqual({ seen: 0 })
    const status = { receiptId: 'r-1', status: 'buyer_logged_in' }
    await buyer.seller.post('/api/receipts/status', status)
    app.ctx.clock.advance(50 * MINUTE_MS)
    expect(await run()).toEqual({ seen: 1 })
    expect(await buyer.receipt()).toMatchObject({ status: 'buyer_logged_in' })
    app.ctx.clock.advance(10 * MINUTE_MS)
    expect(await run()).toEqual({ seen: 1 })
    expect(await buyer.receipt()).toMatchObject(expired)
  })

  test('behavior: not while money is there or announced', async () => {
    const [paid, told, said] = [await aBuyer(app), await aBuyer(app), await aBuyer(app)]
    await say(paid, 'pending')
    await paid.pay({ units: 1n })
    await told.post('tx', { txHash: aHash() })
    await said.seller.post('/api/receipts/status', {
      receiptId: 'r-1',
      status: 'checkout_initialized',
    })
    await said.pay({ units: 1n })
    app.ctx.clock.advance(HOUR_MS)
    expect(await run()).toEqual({ seen: 3 })
    expect(await run()).toEqual({ seen: 0 })
    for (const buyer of [paid, told]) {
      expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
    }
    expect(await said.receipt()).toMatchObject({ status: 'checkout_initialized' })

    // The chain takes it back, and what was announced is not found.
    await app.ctx.db.query(`update payments set state = 'orphaned'`)
    await app.ctx.db.query(`update payment_hints set state = 'lost'`)
    app.ctx.clock.advance(HOUR_MS)
    expect(await run()).toEqual({ seen: 3 })
    for (const buyer of [paid, told, said]) expect(await buyer.receipt()).toMatchObject(expired)
  })

  test('behavior: what is paid is left alone, once', async () => {
    const buyer = await aBuyer(app)
    await say(buyer, 'pending')
    await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    app.ctx.clock.advance(HOUR_MS)
    expect(await run()).toEqual({ seen: 1 })
    expect(await buyer.receipt()).toMatchObject({ status: 'paid' })
    expect(await run()).toEqual({ seen: 0 })
  })
})
