import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, aHash, type Buyer } from '../../../../test/fixtures/buyer.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { HOUR_MS, MINUTE_MS } from '../../../lib/time.js'
import { failAbandonedAttempts, failIdleCheckouts } from './fail-checkout.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const run = () => failAbandonedAttempts.run(app.ctx, new AbortController().signal)
const code = 'PORTAL_CHAIN_USER_REJECTED'
const fail = (buyer: Buyer) => buyer.post('progress', { status: 'failed', failureCode: code })

describe('failAbandonedAttempts', () => {
  test('default', async () => {
    const buyer = await aBuyer(app)
    await buyer.post('progress', { status: 'pending' })
    await fail(buyer)
    app.ctx.clock.advance(10 * MINUTE_MS - 1)
    expect(await run()).toEqual({ seen: 0 })
    app.ctx.clock.advance(1)
    expect(await run()).toEqual({ seen: 1 })
    const receipt = await buyer.receipt()
    expect(receipt).toMatchObject({ status: 'failed', failureCode: code })
    expect(receipt.timeline.at(-1)).toMatchObject({ status: 'failed', by: 'portal' })
    expect(await run()).toEqual({ seen: 0 })
  })

  test('behavior: a new attempt restarts the wait', async () => {
    const buyer = await aBuyer(app)
    await fail(buyer)
    app.ctx.clock.advance(9 * MINUTE_MS)
    await buyer.post('progress', { status: 'pending' })
    app.ctx.clock.advance(MINUTE_MS)
    expect(await run()).toEqual({ seen: 0 })
    expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
    await fail(buyer)
    app.ctx.clock.advance(10 * MINUTE_MS)
    expect(await run()).toEqual({ seen: 1 })
    expect(await buyer.receipt()).toMatchObject({ status: 'failed' })
  })

  test('behavior: leaves a receipt with any payment open', async () => {
    const part = await aBuyer(app)
    const whole = await aBuyer(app)
    await fail(part)
    await fail(whole)
    await part.pay({ units: 1n })
    await whole.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    app.ctx.clock.advance(10 * MINUTE_MS)
    expect(await run()).toEqual({ seen: 2 })
    expect(await part.receipt()).toMatchObject({ status: 'pending' })
    expect(await whole.receipt()).toMatchObject({ status: 'paid' })
    expect(await run()).toEqual({ seen: 0 })
  })

  test('behavior: handles more than one batch', async () => {
    const buyer = await aBuyer(app)
    await app.ctx.db.query(
      `with many as (
         insert into receipts (
           merchant, id, kind, status, currency, total_usd_cents, lines, tax_rate_ppm,
           tax_components, brand_name, payout_address, created_at, updated_at
         ) select $1, 'm-' || n, 'direct', 'pending', 'USD', 1, '[]', 0, '{}', '', $1, 0, 0
         from generate_series(1, 101) n returning id
       )
       insert into portal_sessions (
         merchant, receipt_id, opened_at, last_seen_at, attempt_code, attempt_at
       ) select $1, id, 0, 0, $2, 0 from many`,
      [buyer.merchant, code],
    )
    expect(await run()).toEqual({ seen: 101 })
    const { rows } = await app.ctx.db.query<{ count: string }>(
      `select count(*) from receipts where merchant = $1 and status = 'failed'
         and failure_code = $2`,
      [buyer.merchant, code],
    )
    expect(rows).toEqual([{ count: '101' }])
  })
})

describe('failIdleCheckouts', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  const run = () => failIdleCheckouts.run(app.ctx, new AbortController().signal)
  const report = (buyer: Buyer, status: string) => buyer.post('progress', { status })
  const expired = { status: 'failed', failureCode: 'PORTAL_SESSION_EXPIRED' }

  test.each(['checkout_initialized', 'pending'])(
    'default: fails an idle checkout after %s',
    async (status) => {
      const buyer = await aBuyer(app)
      await report(buyer, status)
      app.ctx.clock.advance(HOUR_MS - 1)
      expect(await run()).toEqual({ seen: 0 })
      app.ctx.clock.advance(1)
      expect(await run()).toEqual({ seen: 1 })
      const receipt = await buyer.receipt()
      expect(receipt).toMatchObject(expired)
      expect(receipt.timeline.at(-1)).toMatchObject({ status: 'failed', by: 'expiry' })
      expect(await run()).toEqual({ seen: 0 })
    },
  )

  test('behavior: fails a checkout that was reported without a session', async () => {
    const [started, done] = [await aBuyer(app), await aBuyer(app)]
    await started.seller.post('/api/receipts/status', {
      receiptId: 'r-1',
      status: 'checkout_initialized',
    })
    await done.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'checkout_success' })
    app.ctx.clock.advance(HOUR_MS)
    expect(await run()).toEqual({ seen: 2 })
    expect(await started.receipt()).toMatchObject(expired)
    expect(await done.receipt()).toMatchObject(expired)
    expect(await run()).toEqual({ seen: 0 })
  })

  test('behavior: leaves a receipt without a checkout open', async () => {
    const [unseen, opened] = [await aBuyer(app), await aBuyer(app)]
    await report(opened, 'link_opened')
    app.ctx.clock.advance(100 * HOUR_MS)
    expect(await run()).toEqual({ seen: 0 })
    expect(await unseen.receipt()).toMatchObject({ status: 'pending' })
    expect(await opened.receipt()).toMatchObject({ status: 'link_opened' })
  })

  test('behavior: any action of buyer or merchant restarts the hour', async () => {
    const buyer = await aBuyer(app)
    await report(buyer, 'checkout_initialized')
    app.ctx.clock.advance(50 * MINUTE_MS)
    await report(buyer, 'link_opened')
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

  test('behavior: leaves a receipt with a payment or an announced transaction open', async () => {
    const [paid, announced, reported] = [await aBuyer(app), await aBuyer(app), await aBuyer(app)]
    await report(paid, 'pending')
    await paid.pay({ units: 1n })
    await announced.post('tx', { txHash: aHash() })
    await reported.seller.post('/api/receipts/status', {
      receiptId: 'r-1',
      status: 'checkout_initialized',
    })
    await reported.pay({ units: 1n })
    app.ctx.clock.advance(HOUR_MS)
    expect(await run()).toEqual({ seen: 3 })
    expect(await run()).toEqual({ seen: 0 })
    for (const buyer of [paid, announced]) {
      expect(await buyer.receipt()).toMatchObject({ status: 'pending' })
    }
    expect(await reported.receipt()).toMatchObject({ status: 'checkout_initialized' })

    // A reorg removes the payment, and the announced transaction is not found.
    await app.ctx.db.query(`update payments set state = 'orphaned'`)
    await app.ctx.db.query(`update announced_transactions set state = 'lost'`)
    app.ctx.clock.advance(HOUR_MS)
    expect(await run()).toEqual({ seen: 3 })
    for (const buyer of [paid, announced, reported])
      expect(await buyer.receipt()).toMatchObject(expired)
  })

  test('behavior: ends the session of a paid receipt without a status change', async () => {
    const buyer = await aBuyer(app)
    await report(buyer, 'pending')
    await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    app.ctx.clock.advance(HOUR_MS)
    expect(await run()).toEqual({ seen: 1 })
    expect(await buyer.receipt()).toMatchObject({ status: 'paid' })
    expect(await run()).toEqual({ seen: 0 })
  })
})
