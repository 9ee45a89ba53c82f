import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBuyer } from '../../fixtures/buyer.js'
import { createOnrampApp, type OnrampApp } from '../../fixtures/onramp/onramp-app.js'

let onramp: OnrampApp
beforeAll(async () => {
  onramp = await createOnrampApp()
})
afterAll(() => onramp.close())

const failureCode = 'PORTAL_KYC_SANCTIONS_BLOCKED'
const blocked = { session: { last_error: { code: 'sanctions_match' } } }
const refusal = { error: 'onramp_refused', failureCode }

test.each(['rejected', 'requires_payment'])(
  'default: after a legal check reports %s, the page offers no way to pay',
  async (state) => {
    const { buyer, report } = await onramp.start()
    await report(state, blocked)
    const view = await buyer.view()
    expect(view).toMatchObject({
      card: null,
      failure: { code: failureCode },
      payment: { isBlocked: true, options: [], gasless: null, depositAddress: '' },
    })
    expect((await buyer.post('onramp', {})).json()).toMatchObject(refusal)
    expect((await onramp.inject(`${buyer.link.replace('?', '/qr.svg?')}`)).statusCode).toBe(400)

    // A new attempt of the page does not lift it, nor does a page without the k of its link.
    await buyer.post('progress', { status: 'checkout_initialized' })
    await buyer.post('progress', { status: 'pending' })
    expect(await buyer.view()).toMatchObject({
      failure: { code: failureCode },
      payment: { isBlocked: true, options: [] },
    })
    const link = `/api/portal/r-1?recipient=${buyer.merchant}`
    const limited = (await onramp.inject(link)).json()
    expect(limited).toMatchObject({ card: null, failure: null, payment: { options: [] } })
    const started = await onramp.inject({
      method: 'POST',
      url: '/api/portal/r-1/onramp',
      headers: { 'x-portal-token': limited.portalToken },
      payload: {},
    })
    expect(started.json()).toMatchObject(refusal)
  },
)

test('behavior: erasing personal data does not lift it', async () => {
  const { buyer, report } = await onramp.start({ body: { onrampEmail: 'ada@shop.test' } })
  await report('rejected', blocked)
  const erased = await buyer.seller.act('/api/privacy/erase', { receiptId: 'r-1' })
  expect(erased.statusCode).toBe(200)
  expect((await buyer.view()).payment).toMatchObject({ isBlocked: true, options: [] })
})

test('behavior: neither a page nor a guessed link can cause it', async () => {
  const buyer = await aBuyer(onramp)
  const reported = await buyer.post('progress', { status: 'failed', failureCode })
  expect(reported.statusCode).toBe(400)
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
  await onramp.reporterOf(buyer, session.id)('rejected', blocked)
  const view = await buyer.view()
  expect(view.payment.options.length).toBeGreaterThan(0)
  expect(view.payment).not.toHaveProperty('isBlocked')
  expect((await buyer.post('onramp', {})).statusCode).toBe(200)
})

test('behavior: a later failure of the same session does not lift it', async () => {
  const { buyer, report } = await onramp.start()
  await report('requires_payment', blocked)
  for (const decline_code of ['do_not_honor', 'fraudulent']) {
    onramp.ctx.clock.advance(1_000)
    await report('requires_payment', { session: { last_error: { decline_code } } })
    onramp.ctx.clock.advance(1_000)
    await report('requires_payment')
    expect(await buyer.view()).toMatchObject({
      failure: { code: failureCode },
      payment: { isBlocked: true, options: [] },
    })
  }
})

test('behavior: a payment that the provider permits after all lifts it', async () => {
  const { buyer, report } = await onramp.start()
  await report('requires_payment', blocked)
  onramp.ctx.clock.advance(1_000)
  await report('fulfillment_processing')
  expect(await buyer.view()).toMatchObject({ card: { status: 'processing' }, failure: null })
})
