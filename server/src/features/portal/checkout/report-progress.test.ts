import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, aHash, type Buyer } from '../../../../test/fixtures/buyer.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { MINUTE_MS } from '../../../lib/time.js'
import { failAbandonedAttempts } from './fail-checkout.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function report(buyer: Buyer, status: string, failureCode?: string) {
  const response = await buyer.post('progress', { status, failureCode })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json()).toEqual({ ok: true })
  return buyer.receipt()
}

/**
 * Reports progress with this cookie, or none. Returns the status code and the cookie that was set.
 */
async function send({ receiptId, portalToken }: Buyer, payload: object, cookie?: string) {
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: `/api/portal/${encodeURIComponent(receiptId)}/progress`,
    headers: { 'x-portal-token': portalToken, ...(cookie ? { cookie } : {}) },
    payload,
  })
  return { statusCode, cookie: headers['set-cookie']?.toString() }
}

const rejected = 'PORTAL_CHAIN_USER_REJECTED'
const declined = 'PORTAL_CHAIN_INSUFFICIENT_BALANCE'
const canceled = 'PORTAL_SESSION_CANCELLED'
const abandoned = 'PORTAL_SESSION_ABANDONED'

describe('POST /api/portal/:id/progress', () => {
  test('default: sets the status that the page reports', async () => {
    const buyer = await aBuyer(app)
    for (const status of ['link_opened', 'checkout_initialized', 'pending']) {
      expect(await report(buyer, status)).toMatchObject({ status })
    }
    const { timeline } = await buyer.receipt()
    const moves = timeline.map((entry: { status: string; by: string }) => [entry.status, entry.by])
    expect(moves.slice(1)).toEqual([
      ['link_opened', 'portal'],
      ['checkout_initialized', 'portal'],
      ['pending', 'portal'],
    ])
  })

  test('behavior: opening the page again keeps the status', async () => {
    const buyer = await aBuyer(app)
    await report(buyer, 'checkout_initialized')
    expect(await report(buyer, 'link_opened')).toMatchObject({ status: 'checkout_initialized' })
    await report(buyer, 'pending')
    expect(await report(buyer, 'link_opened')).toMatchObject({ status: 'pending' })
    expect(await report(buyer, 'checkout_initialized')).toMatchObject({ status: 'pending' })
  })

  test('behavior: a failure stays visible until the next attempt starts', async () => {
    const buyer = await aBuyer(app)
    await report(buyer, 'failed', canceled)
    expect(await report(buyer, 'link_opened')).toMatchObject({ status: 'failed' })
    expect(await buyer.view()).toMatchObject({ status: 'failed', failure: { code: canceled } })

    const tracked = { receiptId: buyer.receiptId, status: 'link_opened' }
    expect((await buyer.seller.post('/api/receipts/status', tracked)).statusCode).toBe(200)
    const opened = await buyer.receipt()
    expect(opened).toMatchObject({ status: 'link_opened' })
    expect(opened).not.toHaveProperty('failureCode')
    expect(await buyer.view()).toMatchObject({ status: 'link_opened', failure: { code: canceled } })

    await report(buyer, 'checkout_initialized')
    expect(await buyer.view()).toMatchObject({ status: 'checkout_initialized', failure: null })
  })

  test('behavior: opening the page again keeps the status of a partial payment', async () => {
    const buyer = await aBuyer(app)
    await buyer.pay({ units: 1n })
    expect(await report(buyer, 'link_opened')).toMatchObject({ status: 'pending' })
    expect(await report(buyer, 'checkout_initialized')).toMatchObject({ status: 'pending' })
  })

  test('behavior: records a failed attempt without a status change', async () => {
    const buyer = await aBuyer(app)
    await report(buyer, 'pending')
    const receipt = await report(buyer, 'failed', rejected)
    expect(receipt.status).toBe('pending')
    expect(receipt).not.toHaveProperty('failureCode')
    expect(receipt.timeline.at(-1)).toEqual({
      status: 'attempt_failed',
      previousStatus: 'pending',
      by: 'portal',
      at: app.ctx.now(),
      failureCode: rejected,
      failureCategory: 'blockchain',
      failureReason: 'The buyer rejected the request in their wallet.',
      failureAction: 'No action is needed: the buyer can try again.',
    })
  })

  test('behavior: every page shows a failed attempt until the next one starts', async () => {
    const buyer = await aBuyer(app)
    await report(buyer, 'checkout_initialized')
    await report(buyer, 'failed', declined)
    const failure = { code: declined, category: 'blockchain' }
    expect(await buyer.view()).toMatchObject({ status: 'checkout_initialized', failure })
    await report(buyer, 'link_opened')
    expect(await buyer.view()).toMatchObject({ failure })

    await report(buyer, 'checkout_initialized')
    expect(await buyer.view()).toMatchObject({ failure: null })
    await report(buyer, 'failed', rejected)
    expect(await buyer.view()).toMatchObject({ failure: { code: rejected } })
    await report(buyer, 'pending')
    expect(await buyer.view()).toMatchObject({ failure: null })
  })

  test('behavior: a paid receipt shows no failed attempt', async () => {
    const buyer = await aBuyer(app)
    await report(buyer, 'failed', rejected)
    await buyer.seller.act('/api/receipts/status', { receiptId: buyer.receiptId, status: 'paid' })
    expect(await buyer.view()).toMatchObject({ status: 'paid', failure: null })
  })

  test('behavior: records at most a hundred failed attempts', async () => {
    const buyer = await aBuyer(app)
    for (let count = 0; count < 102; count += 1) {
      await buyer.post('progress', { status: 'failed', failureCode: rejected })
    }
    const { timeline } = await buyer.receipt()
    const noted = timeline.filter((entry: { status: string }) => entry.status === 'attempt_failed')
    expect(noted).toHaveLength(100)
  })

  test('behavior: after a hundred failures, fails only when no attempt follows', {
    tags: 'slow',
  }, async () => {
    const buyer = await aBuyer(app)
    for (let count = 0; count < 100; count += 1) {
      await buyer.post('progress', { status: 'pending' })
      await buyer.post('progress', { status: 'failed', failureCode: canceled })
    }
    expect(await buyer.receipt()).toMatchObject({ status: 'failed' })
    await report(buyer, 'pending')
    expect(await report(buyer, 'failed', canceled)).toMatchObject({ status: 'pending' })

    app.ctx.clock.advance(11 * MINUTE_MS)
    await failAbandonedAttempts.run(app.ctx, new AbortController().signal)
    expect(await buyer.receipt()).toMatchObject({ status: 'failed', failureCode: canceled })
  })

  test.each([canceled, abandoned])('behavior: %s fails the receipt', async (code) => {
    const buyer = await aBuyer(app)
    await report(buyer, 'pending')
    const failed = { status: 'failed', failureCode: code }
    expect(await report(buyer, 'failed', code)).toMatchObject(failed)
    expect(await buyer.view()).toMatchObject({ failure: { code, category: 'session' } })
  })

  test('behavior: a buyer who leaves after a failed attempt fails with its code', async () => {
    const buyer = await aBuyer(app)
    await report(buyer, 'pending')
    await report(buyer, 'failed', declined)
    await report(buyer, 'failed', rejected)
    expect(await report(buyer, 'failed', abandoned)).toMatchObject({
      status: 'failed',
      failureCode: rejected,
    })
  })

  test('behavior: a new attempt clears the earlier code', async () => {
    const buyer = await aBuyer(app)
    await report(buyer, 'failed', declined)
    await report(buyer, 'pending')
    expect(await report(buyer, 'failed', canceled)).toMatchObject({ failureCode: canceled })
  })

  test('behavior: reopens a failed receipt for a new attempt', async () => {
    const buyer = await aBuyer(app)
    await report(buyer, 'failed', declined)
    await report(buyer, 'failed', canceled)
    const again = await report(buyer, 'pending')
    expect(again.status).toBe('pending')
    expect(again).not.toHaveProperty('failureCode')
    expect(await report(buyer, 'failed', canceled)).toMatchObject({ failureCode: canceled })
  })

  test('behavior: a receipt with a payment in flight does not fail when the buyer leaves', async () => {
    const [paidBuyer, announcingBuyer] = [await aBuyer(app), await aBuyer(app)]
    await paidBuyer.pay({ units: 1n })
    expect(await report(paidBuyer, 'failed', canceled)).toMatchObject({ status: 'pending' })
    await announcingBuyer.post('tx', { txHash: aHash() })
    expect(await report(announcingBuyer, 'failed', abandoned)).toMatchObject({ status: 'pending' })
    await app.ctx.db.query(`update announced_transactions set state = 'lost' where merchant = $1`, [
      announcingBuyer.merchant,
    ])
    expect(await report(announcingBuyer, 'failed', abandoned)).toMatchObject({ status: 'failed' })
  })

  test('behavior: adds only timeline entries to a paid receipt', async () => {
    const buyer = await aBuyer(app)
    await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    const before = (await buyer.receipt()).timeline.length
    for (const code of [rejected, canceled]) {
      expect(await report(buyer, 'failed', code)).toMatchObject({ status: 'paid' })
    }
    expect((await buyer.receipt()).timeline).toHaveLength(before)
    expect(await report(buyer, 'link_opened')).toMatchObject({ status: 'paid' })
    expect((await buyer.receipt()).timeline).toHaveLength(before + 1)
  })

  test('error: rejects pending on a paid or expired receipt', async () => {
    const paidBuyer = await aBuyer(app)
    await paidBuyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    const expiredBuyer = await aBuyer(app, { config: { payments: { expiryMinutes: 30 } } })
    app.ctx.clock.advance(30 * MINUTE_MS)
    for (const buyer of [paidBuyer, expiredBuyer]) {
      const response = await buyer.post('progress', { status: 'pending' })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ error: 'invalid_input' })
    }
  })

  test('error: rejects statuses that a page may not report', async () => {
    const buyer = await aBuyer(app)
    for (const status of ['paid', 'checkout_success', 'refunded', 'attempt_failed', 5]) {
      expect((await buyer.post('progress', { status })).statusCode).toBe(400)
    }
    const unknown = { status: 'failed', failureCode: 'PORTAL_UNKNOWN' }
    expect((await buyer.post('progress', unknown)).statusCode).toBe(400)
    expect((await buyer.receipt()).timeline).toHaveLength(1)
  })

  test('behavior: a checkout has an id that only its page sends back', async () => {
    const buyer = await aBuyer(app, { id: 'INV:1' })
    const start = () => send(buyer, { status: 'checkout_initialized' })
    const first = await start()
    const [cookie = '', ...attributes] = first.cookie?.split('; ') ?? []
    expect(cookie).toMatch(/^cb_checkout=chk_[0-9a-z]{26}$/)
    expect(attributes).toEqual([
      'HttpOnly',
      'SameSite=Strict',
      'Path=/api/portal/INV%3A1',
      'Max-Age=86400',
    ])
    const other = (await start()).cookie?.split('; ')[0]
    expect(other).not.toBe(cookie)
    // A second tab of the same browser shares the checkout.
    expect(await send(buyer, { status: 'checkout_initialized' }, cookie)).toMatchObject({
      statusCode: 200,
      cookie: undefined,
    })
    const { rows } = await app.ctx.db.query<{ row: string }>(
      'select to_jsonb(s)::text as row from portal_sessions s where merchant = $1',
      [buyer.merchant],
    )
    expect(rows[0]?.row).not.toContain(cookie.split('=')[1])

    const failed = { status: 'failed', failureCode: rejected }
    for (const input of [cookie, other]) {
      expect(await send(buyer, failed, input)).toMatchObject({ statusCode: 200 })
    }
  })

  test('behavior: a receipt keeps its ten newest checkouts', async () => {
    const buyer = await aBuyer(app)
    const cookies: string[] = []
    for (let count = 0; count < 11; count += 1) {
      const { cookie = '' } = await send(buyer, { status: 'checkout_initialized' })
      cookies.push(cookie.split('; ')[0] ?? '')
    }
    const failed = { status: 'failed', failureCode: rejected }
    const codes = await Promise.all(
      cookies.map(async (cookie) => (await send(buyer, failed, cookie)).statusCode),
    )
    expect(codes).toEqual([403, ...Array.from({ length: 10 }, () => 200)])
  })

  test('error: only a checkout can fail its receipt', async () => {
    const [buyer, other] = [await aBuyer(app), await aBuyer(app, { id: 'r-2' })]
    const { cookie } = await send(other, { status: 'checkout_initialized' })
    await report(buyer, 'pending')
    const before = await buyer.receipt()
    for (const failureCode of [rejected, canceled, abandoned]) {
      for (const input of [undefined, cookie?.split('; ')[0], 'cb_checkout=x; cb_checkout=y']) {
        const { statusCode } = await send(buyer, { status: 'failed', failureCode }, input)
        expect(statusCode).toBe(403)
      }
    }
    expect(await buyer.receipt()).toEqual(before)
  })

  test("error: no token, or another receipt's", async () => {
    const buyer = await aBuyer(app)
    const other = await aBuyer(app, { id: 'r-2', seller: buyer.seller })
    const request = {
      method: 'POST' as const,
      url: '/api/portal/r-1/progress',
      payload: { status: 'link_opened' },
    }
    expect((await app.inject(request)).statusCode).toBe(401)
    const headers = { 'x-portal-token': other.portalToken }
    expect((await app.inject({ ...request, headers })).statusCode).toBe(403)
  })
})
