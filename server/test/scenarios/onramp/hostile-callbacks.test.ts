import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../../src/lib/time.js'
import { aHash } from '../../fixtures/buyer.js'
import { createOnrampApp, type OnrampApp } from '../../fixtures/onramp/onramp-app.js'

let onramp: OnrampApp
beforeAll(async () => {
  onramp = await createOnrampApp()
})
afterAll(() => onramp.close())

const url = '/api/onramp/stripe/callback'
const last_error = { decline_code: 'do_not_honor' }
const all = ['requires_payment', 'fulfillment_processing', 'fulfillment_complete'] as const

test('behavior: callbacks end in the same state in any order', { tags: 'slow' }, async () => {
  for (const digits of ['012', '021', '102', '120', '201', '210']) {
    const order = [...digits].map(Number)
    const { buyer, report } = await onramp.start()
    const startedAt = onramp.ctx.now()
    onramp.ctx.clock.advance(3 * SECOND_MS)
    const transaction_id = aHash()
    for (const place of [...order, ...order]) {
      const transaction_details = { source_currency: 'usd', source_amount: '12.3', transaction_id }
      const session = place === 0 ? { last_error } : { transaction_details }
      const atMs = startedAt + place * SECOND_MS
      const response = await report(all[place] ?? '', { id: `evt_${place}`, atMs, session })
      expect(response.statusCode).toBe(200)
    }
    expect(await buyer.receipt()).toMatchObject({ onrampSourceAmountUsd: 12.3 })
    expect(await buyer.view()).toMatchObject({
      card: { status: 'processing' },
      payment: { sent: { txHash: transaction_id } },
    })
    const { timeline } = await buyer.receipt()
    const delivered = timeline.filter(
      ({ status }: { status: string }) => status === 'card_delivered',
    )
    expect(delivered).toHaveLength(1)
  }
})

test('behavior: callbacks after a refund, expiry or erasure keep the status', async () => {
  const refunded = await onramp.start()
  const { seller } = refunded.buyer
  await seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
  await seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'refunded' })
  const erased = await onramp.start({ body: { onrampEmail: 'ada@shop.test' } })
  await erased.buyer.seller.act('/api/privacy/erase', { receiptId: 'r-1' })
  const expired = await onramp.start({ config: { payments: { expiryMinutes: 5 } } })
  onramp.ctx.clock.advance(6 * MINUTE_MS)
  for (const { buyer, report } of [refunded, erased, expired]) {
    const { status } = await buyer.receipt()
    for (const state of ['requires_payment', 'fulfillment_processing', 'rejected', ...all]) {
      onramp.ctx.clock.advance(SECOND_MS)
      const transaction_details = { transaction_id: aHash() }
      const session = { last_error, transaction_details }
      expect((await report(state, { session })).statusCode).toBe(200)
    }
    expect((await buyer.receipt()).status).toBe(status)
  }
  expect((await refunded.buyer.view()).payment).toMatchObject({ dueUsd: 0, options: [] })
  expect((await erased.buyer.receipt()).onrampEmail).toBeNull()
})

test('error: refuses bodies that are large, in another encoding or of another type', async () => {
  const { buyer, event } = await onramp.start()
  const before = await buyer.receipt()
  const body = event('rejected', { session: { note: 'ä' } })
  const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    onramp.inject({
      method: 'POST',
      url,
      headers: { ...onramp.stripe.sign(body, onramp.ctx.now()), ...headers },
      payload,
    })
  const attacks = [
    await post(`${body}${' '.repeat(5_000_000)}`),
    await post(Buffer.from(body, 'utf16le')),
    await post(Buffer.from(body, 'latin1')),
    await post(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(body)])),
    await post(body, { 'content-type': 'application/x-www-form-urlencoded' }),
    await post(body, { 'content-type': 'text/plain' }),
    await post(''),
  ]
  for (const { statusCode } of attacks) expect([400, 413, 415]).toContain(statusCode)
  expect(await buyer.receipt()).toEqual(before)
})

test('behavior: starts and callbacks at the same time leave one payment', {
  tags: 'slow',
}, async () => {
  for (let round = 0; round < 5; round += 1) {
    const { buyer, report } = await onramp.start()
    onramp.ctx.clock.advance(SECOND_MS)
    const responses = await Promise.all([
      buyer.post('onramp', {}),
      report('fulfillment_processing'),
      buyer.post('onramp', {}),
      report('requires_payment', { session: { last_error } }),
      report('fulfillment_processing'),
      buyer.post('onramp', {}),
    ])
    for (const { statusCode } of responses) expect([200, 409]).toContain(statusCode)
    expect(await buyer.view()).toMatchObject({ card: { status: 'processing' }, failure: null })
    expect((await buyer.post('onramp', {})).json()).toMatchObject({ error: 'payment_in_progress' })
  }
})
