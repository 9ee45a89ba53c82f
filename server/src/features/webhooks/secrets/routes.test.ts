import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember, aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { HOUR_MS } from '../../../lib/time.js'
import { publishEvents } from '../../events/publish-events.js'
import { planDeliveries } from '../publish/plan-deliveries.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const shopUrl = 'https://shop.test/hook'
const secretOf = '/api/webhooks/secret'

async function anEndpoint(seller: Seller): Promise<{ id: string; secret: string }> {
  return (await seller.post('/api/webhooks', { url: shopUrl })).json().webhook
}

async function rotate(seller: Seller, url: string, body: object = {}) {
  const response = await seller.act(url, body)
  expect(response.statusCode, response.body).toBe(200)
  const { webhook, shopSecret } = response.json()
  return webhook ?? shopSecret
}

/** Changes the status of a receipt and returns the request of its delivery. */
async function deliver(seller: Seller, by: 'key' | 'owner' = 'key') {
  const id = `r-${Math.random().toString(36).slice(2)}`
  const bill = { lineItems: [{ label: 'Tea', priceUsd: 4 }], totalUsd: 4 }
  const body = { id, ...bill, ...(by === 'owner' && { webhook_url: 'https://own.test/hook' }) }
  await (by === 'key' ? seller.post('/api/receipts', body) : seller.act('/api/receipts', body))
  await seller.post('/api/receipts/status', { receiptId: id, status: 'link_opened' })
  await publishEvents(app.ctx, planDeliveries)
  const { deliveries } = (await seller.get(`/api/webhooks/deliveries?receiptId=${id}`)).json()
  const url = by === 'key' ? shopUrl : 'https://own.test/hook'
  const { deliveryId } = deliveries.find((delivery: { url: string }) => delivery.url === url)
  const response = await seller.get(`/api/webhooks/deliveries/${deliveryId}`)
  return response.json().delivery.request as { body: string; headers: Record<string, string> }
}

type SentDelivery = Awaited<ReturnType<typeof deliver>>

const plainOf = ({ body }: SentDelivery, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

function standardOf({ body, headers }: SentDelivery, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

describe('POST /api/webhooks/{id}/rotate', () => {
  test('default: both secrets sign until the overlap ends', async () => {
    const seller = await aSeller(app)
    const { id, secret: old } = await anEndpoint(seller)
    const rotated = await rotate(seller, `/api/webhooks/${id}/rotate`)
    expect(rotated).toMatchObject({
      id,
      secret: expect.stringMatching(/^whsec_/),
      previousSecretUntil: app.ctx.now() + 24 * HOUR_MS,
    })
    const during = await deliver(seller)
    expect(during.headers['X-Service-Signature']).toBe(plainOf(during, old))
    expect(during.headers['webhook-signature']?.split(' ')).toEqual([
      standardOf(during, rotated.secret),
      standardOf(during, old),
    ])

    app.ctx.clock.advance(24 * HOUR_MS)
    const after = await deliver(seller)
    expect(after.headers['X-Service-Signature']).toBe(plainOf(after, rotated.secret))
    expect(after.headers['webhook-signature']).toBe(standardOf(after, rotated.secret))
  })

  test('behavior: without an overlap the old secret ends at once', async () => {
    const seller = await aSeller(app)
    const { id } = await anEndpoint(seller)
    const rotated = await rotate(seller, `/api/webhooks/${id}/rotate`, { overlapHours: 0 })
    expect(rotated.previousSecretUntil).toBeNull()
    const sent = await deliver(seller)
    expect(sent.headers['webhook-signature']).toBe(standardOf(sent, rotated.secret))
  })

  test('behavior: a repeated request rotates once and shows no secret', async () => {
    const seller = await aSeller(app)
    const { id } = await anEndpoint(seller)
    const headers = { ...seller.owner.headers, 'idempotency-key': 'one' }
    const call = () =>
      app.inject({ method: 'POST', url: `/api/webhooks/${id}/rotate`, headers, payload: {} })
    const { secret } = (await call()).json().webhook
    expect((await call()).json().webhook.secret).toBeNull()
    app.ctx.clock.advance(24 * HOUR_MS)
    const sent = await deliver(seller)
    expect(sent.headers['webhook-signature']).toBe(standardOf(sent, secret))
  })

  test('error: refuses keys, cashiers, unknown webhooks and long overlaps', async () => {
    const seller = await aSeller(app)
    const { id } = await anEndpoint(seller)
    const url = `/api/webhooks/${id}/rotate`
    expect((await seller.post(url, {})).statusCode).toBe(403)
    const { headers } = await aMember(app, { merchant: seller.wallet, role: 'cashier' })
    const payload = { wallet: seller.wallet }
    expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(403)
    expect((await seller.act('/api/webhooks/whk_none/rotate', {})).statusCode).toBe(404)
    expect((await seller.act(url, { overlapHours: 169 })).statusCode).toBe(400)
  })
})

describe('webhook-timestamp', () => {
  test('default: is real time, even when the clock of the sandbox was moved', async () => {
    const seller = await aSeller(app)
    await anEndpoint(seller)
    const clock = app.ctx.sandbox?.clock
    const beforeCommit = async () => {}
    await clock?.advance(app.ctx.db, { advanceMs: HOUR_MS, beforeCommit })
    const { headers } = await deliver(seller)
    const seconds = Math.floor((app.ctx.now() - HOUR_MS) / 1_000)
    expect(headers).toMatchObject({
      'webhook-timestamp': String(seconds),
      'X-Service-Timestamp': String(app.ctx.now()),
    })
    await clock?.reset(app.ctx.db, { beforeCommit })
  })
})

describe('POST /api/webhooks/secret', () => {
  test('default: signs for receipts created without a key', async () => {
    const seller = await aSeller(app)
    await anEndpoint(seller)
    const show = async () =>
      (await app.inject({ url: secretOf, headers: seller.owner.headers })).json().shopSecret
    expect(await show()).toBeNull()
    const { secret, ...shown } = await rotate(seller, secretOf)
    expect(await show()).toEqual(shown)

    const sent = await deliver(seller, 'owner')
    expect(sent.headers['X-Service-Signature']).toBe(plainOf(sent, secret))
    expect(sent.headers['webhook-signature']).toBe(standardOf(sent, secret))

    const next = await rotate(seller, secretOf, { overlapHours: 1 })
    const during = await deliver(seller, 'owner')
    expect(during.headers['webhook-signature']?.split(' ')).toEqual([
      standardOf(during, next.secret),
      standardOf(during, secret),
    ])
  })

  test('behavior: needs no webhook, and signs test events', async () => {
    const seller = await aSeller(app)
    const { secret } = await rotate(seller, secretOf)
    const sent = await deliver(seller, 'owner')
    expect(sent.headers['X-Service-Signature']).toBe(plainOf(sent, secret))
    const tested = await seller.act('/api/webhooks/test', { url: shopUrl })
    expect(tested.statusCode, tested.body).toBe(201)
  })

  test('error: refuses keys', async () => {
    const seller = await aSeller(app)
    expect((await seller.post(secretOf, {})).statusCode).toBe(403)
    expect((await seller.get(secretOf)).statusCode).toBe(403)
  })
})
