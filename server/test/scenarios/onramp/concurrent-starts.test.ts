import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSession } from '../../../src/features/onramp/start-session.js'
import { onrampHooks as hooks } from '../../../src/features/portal/checkout/card-progress.js'
import { aBuyer, aHash, type Buyer } from '../../fixtures/buyer.js'
import { createOnrampApp, type OnrampApp } from '../../fixtures/onramp/onramp-app.js'

let onramp: OnrampApp
beforeAll(async () => {
  onramp = await createOnrampApp()
})
afterAll(() => onramp.close())

const start = (buyer: Buyer) => buyer.post('onramp', {})
const delivery = () => ({ session: { transaction_details: { transaction_id: aHash() } } })

/** Runs a step after the provider has responded, before the response is saved. */
async function startWith(buyer: Buyer, step: (sessionId: string) => Promise<unknown>) {
  const { fetch } = onramp.stripe
  const interrupted: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    Object.assign(onramp.ctx, { fetch })
    const { id } = (await response.clone().json()) as { id: string }
    await step(id)
    return response
  }
  Object.assign(onramp.ctx, { fetch: interrupted })
  return start(buyer)
}

test('behavior: concurrent starts make one session', async () => {
  const buyer = await aBuyer(onramp)
  const responses = await Promise.all([start(buyer), start(buyer)])
  const ids = responses.map((response) => response.json().session.id)
  expect(new Set(ids).size).toBe(1)
})

test('behavior: returns the session that a concurrent start opened meanwhile', async () => {
  const { merchant, receiptId } = await aBuyer(onramp)
  const page = { merchant, receiptId, isLimited: false }
  const calls = onramp.stripe.requests.length
  const startNow = (requireSession: () => Promise<void>) =>
    startSession(onramp.ctx, { page, requireSession, hooks })
  const ids: string[] = []
  const second = await startNow(async () => {
    ids.push((await startNow(async () => {})).id)
  })
  expect(ids).toEqual([second.id])
  expect(onramp.stripe.requests).toHaveLength(calls + 1)
})

test.each(['fulfillment_processing', 'fulfillment_complete'])(
  'error: no page of a session with a callback of %s before its response',
  async (status) => {
    const buyer = await aBuyer(onramp)
    const response = await startWith(buyer, (id) =>
      onramp.reporterOf(buyer, id)(status, delivery()),
    )
    expect([response.statusCode, response.json().error]).toEqual([409, 'payment_in_progress'])
    expect((await buyer.view()).card).toMatchObject({ status: 'processing' })
  },
)

test('error: a session that was rejected before its response keeps its failure', async () => {
  const buyer = await aBuyer(onramp)
  const last_error = { code: 'unsupported_region' }
  const response = await startWith(buyer, (id) =>
    onramp.reporterOf(buyer, id)('rejected', { session: { last_error } }),
  )
  const failureCode = 'PORTAL_REGION_UNSUPPORTED'
  expect(response.json()).toMatchObject({ error: 'onramp_refused', failureCode })
  expect((await buyer.view()).failure).toMatchObject({ code: failureCode })
  expect((await start(buyer)).statusCode).toBe(200)
})

test('error: a legal check before the response blocks the receipt', async () => {
  const buyer = await aBuyer(onramp)
  const last_error = { code: 'sanctions_match' }
  const response = await startWith(buyer, (id) =>
    onramp.reporterOf(buyer, id)('requires_payment', { session: { last_error } }),
  )
  const failureCode = 'PORTAL_KYC_SANCTIONS_BLOCKED'
  expect(response.json()).toMatchObject({ error: 'onramp_refused', failureCode })
  expect((await buyer.view()).payment).toMatchObject({ isBlocked: true, options: [] })
})

test('behavior: a refusal never replaces the success of a concurrent start', async () => {
  const buyer = await aBuyer(onramp)
  onramp.stripe.set('unsupported')
  const ids: string[] = []
  const response = await startWith(buyer, async () => {
    onramp.stripe.set('created')
    ids.push((await start(buyer)).json().session.id)
  })
  expect(ids).toEqual([response.json().session.id])
  expect(await buyer.view()).toMatchObject({ failure: null, card: { session: { id: ids[0] } } })
})
