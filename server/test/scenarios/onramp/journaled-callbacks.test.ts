import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { attachOnramp, onrampEnvironment } from '../../fixtures/onramp/onramp-app.js'
import { createOutageApp } from '../../fixtures/outage.js'

const createApp = async () =>
  attachOnramp(await createOutageApp({ environment: onrampEnvironment }))

let onramp: Awaited<ReturnType<typeof createApp>>
beforeAll(async () => {
  onramp = await createApp()
})
afterEach(() => onramp.end())
afterAll(() => onramp.close())

const mark = { degraded: true, reason: 'datastore_unavailable' }

test('default: a callback during an outage is journaled, and applied once afterwards', async () => {
  const { buyer, event } = await onramp.start()
  await onramp.snapshot.refresh()
  await onramp.begin()
  const charge = event('fulfillment_processing')
  for (let sent = 0; sent < 2; sent += 1) {
    const response = await onramp.post(charge)
    expect([response.statusCode, response.json()]).toEqual([200, { ok: true, ...mark }])
  }
  const forged = await onramp.inject({
    method: 'POST',
    url: '/api/onramp/stripe/callback',
    headers: { ...onramp.stripe.sign(charge, onramp.ctx.now(), ['other']) },
    payload: charge,
  })
  expect(forged.statusCode).toBe(400)
  expect(onramp.ctx.journal.state().records).toBe(2)
  // No card payment can start, so the page does not offer one.
  expect(await buyer.view()).toMatchObject({ card: null, ...mark })
  expect((await buyer.post('onramp', {})).statusCode).toBe(500)

  await onramp.end()
  await onramp.replay()
  expect(await buyer.view()).toMatchObject({ card: { status: 'processing' }, status: 'pending' })
  const { timeline } = await buyer.receipt()
  const charged = timeline.filter(({ status }: { status: string }) => status === 'card_charged')
  expect(charged).toHaveLength(1)
})

test('behavior: a page that is loaded during an outage shows a charged card', async () => {
  const { buyer, report } = await onramp.start()
  await report('fulfillment_processing')
  await onramp.snapshot.refresh()
  await onramp.begin()
  expect(await buyer.view()).toMatchObject({ card: { status: 'processing' }, ...mark })
})
