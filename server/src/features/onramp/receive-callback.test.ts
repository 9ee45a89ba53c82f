import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aListedShop, anAnonymousBuyer } from '../../../test/fixtures/anonymous-caller.js'
import { aBuyer, aHash, type Buyer } from '../../../test/fixtures/buyer.js'
import { attackCallbacks } from '../../../test/fixtures/onramp/attack-callbacks.js'
import { createOnrampApp, type OnrampApp } from '../../../test/fixtures/onramp/onramp-app.js'
import { MINUTE_MS, SECOND_MS } from '../../lib/time.js'
import { publishEvents } from '../events/publish-events.js'
import { failAbandonedAttempts, failIdleCheckouts } from '../portal/checkout/fail-checkout.js'

let onramp: OnrampApp
beforeAll(async () => {
  onramp = await createOnrampApp()
})
afterAll(() => onramp.close())

const signal = new AbortController().signal
const declined = { session: { last_error: { decline_code: 'insufficient_funds' } } }
const received = { ok: true }

/** Returns what webhooks report about the receipts of a merchant, newest last. */
async function eventsOf({ seller }: Pick<Buyer, 'seller'>) {
  await publishEvents(onramp.ctx, async () => {})
  return (await seller.get('/api/events')).json().events
}

describe('POST /api/onramp/{provider}/callback', () => {
  test('default: a charged card is in flight until its money arrives', async () => {
    const { buyer, session, report } = await onramp.start()
    const response = await report('fulfillment_processing')
    expect([response.statusCode, response.json()]).toEqual([200, received])
    expect(await buyer.view()).toMatchObject({
      status: 'pending',
      card: { provider: 'stripe', status: 'processing', session: null },
      failure: null,
    })
    const receipt = await buyer.receipt()
    expect(receipt).toMatchObject({
      onrampSessionId: session.id,
      isOnrampSessionUnique: true,
      onrampSourceAmountUsd: 12.34,
    })
    expect(receipt.timeline.at(-1)).toMatchObject({
      status: 'card_charged',
      by: 'onramp',
      onrampSessionId: session.id,
    })
    // It neither fails on its own, nor can it be paid by card twice.
    onramp.ctx.clock.advance(61 * MINUTE_MS)
    await failIdleCheckouts.run(onramp.ctx, signal)
    expect(await buyer.view()).toMatchObject({ status: 'pending' })
    expect((await buyer.post('onramp', {})).json()).toMatchObject({ error: 'payment_in_progress' })

    const transaction_id = aHash()
    const transaction_details = { source_currency: 'usd', source_amount: '12.40', transaction_id }
    await report('fulfillment_complete', { session: { transaction_details } })
    expect(await buyer.view()).toMatchObject({
      card: { status: 'processing' },
      payment: { sent: { txHash: transaction_id } },
    })
    expect(await buyer.receipt()).toMatchObject({ onrampSourceAmountUsd: 12.4 })
  })

  test('behavior: a declined card is a failed attempt, and fails the receipt after 10 minutes', async () => {
    const { buyer, session, report } = await onramp.start()
    await report('requires_payment', declined)
    const failure = {
      failureCode: 'PORTAL_PAY_INSUFFICIENT_FUNDS',
      failureCategory: 'card_decline',
      failureReason: expect.any(String),
      failureAction: expect.any(String),
    }
    expect(await buyer.view()).toMatchObject({
      status: 'pending',
      card: { status: 'declined', session: { id: session.id } },
      failure: { code: failure.failureCode, category: failure.failureCategory },
    })
    const { timeline } = await buyer.receipt()
    expect(timeline.at(-1)).toMatchObject({ status: 'attempt_failed', ...failure })

    onramp.ctx.clock.advance(10 * MINUTE_MS)
    await failAbandonedAttempts.run(onramp.ctx, signal)
    const status = await buyer.seller.get('/api/receipts/status?receiptId=r-1')
    expect(status.json()).toMatchObject({ status: 'failed', ...failure })
    expect((await eventsOf(buyer)).at(-1)).toMatchObject({
      status: 'failed',
      ...failure,
      onrampSessionId: session.id,
      isOnrampSessionUnique: true,
    })

    // A new attempt clears the failure, and its charge counts.
    expect((await buyer.post('onramp', {})).json().session.id).toBe(session.id)
    expect(await buyer.view()).toMatchObject({ status: 'pending', failure: null })
    onramp.ctx.clock.advance(SECOND_MS)
    await report('fulfillment_processing')
    expect(await buyer.view()).toMatchObject({ card: { status: 'processing' } })
  })

  test('behavior: requests documents in the same session', async () => {
    const { buyer, session, report } = await onramp.start()
    await report('requires_payment', { session: { last_error: { code: 'document_required' } } })
    expect(await buyer.view()).toMatchObject({
      card: { status: 'needs_documents', session: { id: session.id } },
      failure: { code: 'PORTAL_KYC_DOC_REQUIRED' },
    })
  })

  test('behavior: repeated, late and outdated callbacks change nothing', async () => {
    const { buyer, event, report } = await onramp.start()
    const charge = event('fulfillment_processing')
    await onramp.post(charge)
    const before = await buyer.receipt()
    for (let sent = 0; sent < 3; sent += 1) {
      expect((await onramp.post(charge)).json()).toEqual(received)
    }
    const outdated = { ...declined, atMs: onramp.ctx.now() - SECOND_MS }
    expect((await report('requires_payment', outdated)).json()).toEqual(received)
    expect((await report('initialized')).json()).toEqual(received)
    const late = await onramp.post(event('rejected'), { atMs: onramp.ctx.now() - 6 * MINUTE_MS })
    expect([late.statusCode, late.json().error]).toEqual([400, 'invalid_input'])
    expect(await buyer.receipt()).toEqual(before)
    expect(await buyer.view()).toMatchObject({ card: { status: 'processing' }, failure: null })
  })

  test('behavior: a callback never changes the status of a paid receipt', async () => {
    const { buyer, report } = await onramp.start()
    await buyer.seller.act('/api/receipts/status', { receiptId: 'r-1', status: 'paid' })
    for (const status of ['rejected', 'fulfillment_processing', 'requires_payment']) {
      onramp.ctx.clock.advance(SECOND_MS)
      expect((await report(status, declined)).statusCode).toBe(200)
    }
    expect(await buyer.view()).toMatchObject({ status: 'paid', failure: null, card: null })
    const { timeline } = await buyer.receipt()
    expect(timeline.some(({ status }: { status: string }) => status === 'attempt_failed')).toBe(
      false,
    )
  })

  test('behavior: a callback about the session of another receipt changes nothing', async () => {
    const mine = await onramp.start()
    const other = await onramp.start()
    const before = await Promise.all([mine.buyer.receipt(), other.buyer.receipt()])
    const foreign = [
      mine.event('rejected', { session: { id: other.session.id } }),
      mine.event('rejected', {
        session: { metadata: { merchant: other.buyer.merchant, reference: mine.reference } },
      }),
      mine.event('rejected', { session: { metadata: {} } }),
      mine.event('rejected', {
        session: { transaction_details: { wallet_address: other.buyer.merchant } },
      }),
      mine.event('rejected', { type: 'charge.failed' }),
      mine.event('surprise'),
    ]
    for (const body of foreign) expect((await onramp.post(body)).statusCode).toBe(200)
    expect(await Promise.all([mine.buyer.receipt(), other.buyer.receipt()])).toEqual(before)
  })

  test('behavior: flags receipts that share a session', async () => {
    onramp.stripe.shareId('cos_shared')
    const [first, second] = [await onramp.start(), await onramp.start()]
    onramp.stripe.shareId(null)
    const shared = { onrampSessionId: 'cos_shared', isOnrampSessionUnique: false }
    for (const { buyer } of [first, second]) expect(await buyer.receipt()).toMatchObject(shared)
    await first.report('fulfillment_processing')
    expect(await first.buyer.view()).toMatchObject({ card: { status: 'processing' } })
    expect(await second.buyer.view()).toMatchObject({ card: { status: 'available' } })
    expect(await first.buyer.receipt()).toMatchObject(shared)
  })

  test('behavior: a page whose link may be guessed cannot fail the receipt', async () => {
    const buyer = await aBuyer(onramp)
    const link = `/api/portal/r-1?recipient=${buyer.merchant}`
    const { portalToken } = (await onramp.inject(link)).json()
    const { session } = (
      await onramp.inject({
        method: 'POST',
        url: '/api/portal/r-1/onramp',
        headers: { 'x-portal-token': portalToken },
        payload: {},
      })
    ).json()
    const report = onramp.reporterOf(buyer, session.id)
    await report('rejected', declined)
    expect(await buyer.view()).toMatchObject({ failure: null, card: { status: 'available' } })
    // Such a page shows that a payment failed, and nothing about the card.
    const { failure, card } = (await onramp.inject(link)).json()
    expect(failure).toMatchObject({
      code: 'PORTAL_SYSTEM_ERROR',
      action: 'The payment failed. Try again or pay another way.',
    })
    expect(card).toMatchObject({ status: 'available', session: null })
    expect(await buyer.view()).not.toHaveProperty('limitedFailure')
    onramp.ctx.clock.advance(SECOND_MS)
    await report('fulfillment_processing')
    expect(await buyer.receipt()).toMatchObject({ onrampSessionId: session.id })
    expect((await onramp.inject(link)).json()).toMatchObject({
      card: { status: 'processing', session: null },
    })
  })

  test('behavior: an order without a key holds its stock from the charge, not from the start', async () => {
    const shop = await aListedShop(onramp)
    const [first, second] = [
      await anAnonymousBuyer(onramp, shop),
      await anAnonymousBuyer(onramp, shop),
    ]
    const { session } = (await first.post('onramp', {})).json()
    const report = onramp.reporterOf(first, session.id)
    expect((await second.post('onramp', {})).statusCode).toBe(200)
    expect((await second.view()).payment.soldOut).toEqual([])
    await report('fulfillment_processing')
    expect((await second.view()).payment.soldOut).toEqual(['Tea'])
    expect((await second.view()).card).toBeNull()
    expect((await second.post('onramp', {})).json()).toMatchObject({ error: 'insufficient_stock' })
    onramp.ctx.clock.advance(SECOND_MS)
    await report('rejected')
    expect((await second.view()).payment.soldOut).toEqual([])
  })

  test('behavior: a rejected session leaves the stock that another session paid', async () => {
    const shop = await aListedShop(onramp)
    const first = await anAnonymousBuyer(onramp, shop)
    const startOnce = async () => {
      const { session } = (await first.post('onramp', {})).json()
      return onramp.reporterOf(first, session.id)
    }
    const reportFirst = await startOnce()
    // Its page ends soon, so a new session is created.
    onramp.ctx.clock.advance(56 * MINUTE_MS)
    const reportSecond = await startOnce()
    const second = await anAnonymousBuyer(onramp, shop)
    const transaction_details = { transaction_id: aHash() }
    await reportFirst('fulfillment_complete', { session: { transaction_details } })
    expect((await second.view()).payment.soldOut).toEqual(['Tea'])
    onramp.ctx.clock.advance(SECOND_MS)
    await reportSecond('rejected')
    expect((await second.view()).payment.soldOut).toEqual(['Tea'])
  })

  test('behavior: forged, altered, replayed, late and foreign callbacks change nothing', {
    tags: 'slow',
  }, async () => {
    const result = await attackCallbacks(onramp, { attacks: 200, seed: 43 })
    expect(result).toEqual({ changed: [], unexpected: [] })
  })

  test('error: 400 without the signature of the provider, 404 for another provider', async () => {
    const { event } = await onramp.start()
    const payload = event('rejected')
    const send = (url: string, headers: Record<string, string>) =>
      onramp.inject({ method: 'POST', url, headers, payload })
    const json = { 'content-type': 'application/json' }
    const unsigned = await send('/api/onramp/stripe/callback', json)
    expect([unsigned.statusCode, unsigned.json()]).toEqual([
      400,
      { error: 'invalid_input', message: expect.stringContaining('The signature') },
    ])
    const signed = onramp.stripe.sign(payload, onramp.ctx.now())
    expect((await send('/api/onramp/sandbox/callback', signed)).statusCode).toBe(404)
  })
})
