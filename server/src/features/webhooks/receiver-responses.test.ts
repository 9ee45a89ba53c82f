import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember, aSeller, type Seller } from '../../../test/fixtures/seller.js'
import {
  startReceiver,
  type WebhookReceiver,
} from '../../../test/fixtures/servers/webhook-receiver.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { createWebhookWorker, type WebhookWorker } from './webhook-worker.js'

let app: TestApp
let worker: WebhookWorker
const receivers: WebhookReceiver[] = []

beforeAll(async () => {
  app = await createTestApp()
  worker = createWebhookWorker(app.ctx)
  worker.start()
})
afterAll(async () => {
  await worker.stop()
  await Promise.all(receivers.map((receiver) => receiver.close()))
  await app.close()
})

const base = '/api/webhooks/deliveries'

/** Delivers an event to a receiver that responds with this. */
async function aSent(respond: Parameters<typeof startReceiver>[0], fields: object = {}) {
  const [seller, receiver] = [await aSeller(app), await startReceiver(respond)]
  receivers.push(receiver)
  const lineItems = [{ label: 'Tea', priceUsd: 4.5 }]
  const bill = { id: 'r-1', lineItems, totalUsd: 4.5, webhook_url: receiver.url, ...fields }
  expect((await seller.post('/api/receipts', bill)).statusCode).toBe(201)
  await seller.post('/api/receipts/status', { receiptId: 'r-1', status: 'link_opened' })
  await receiver.until(1)
  const { deliveryId } = await untilAttempts(seller, 1)
  return { seller, receiver, id: deliveryId as string }
}

/** Returns the newest delivery once it is finished after this number of attempts. */
async function untilAttempts(seller: Seller, count: number) {
  return expect
    .poll(
      async () => {
        const [delivery] = (await seller.get(base)).json().deliveries
        return delivery
      },
      { timeout: 20_000 },
    )
    .toMatchObject({ status: 'delivered', attempts: Array.from({ length: count }, () => ({})) })
    .then(async () => (await seller.get(base)).json().deliveries[0])
}

const detail = async (id: string, headers: Record<string, string>) =>
  (await app.inject({ url: `${base}/${id}`, headers })).json().delivery

const withDetails = { 'content-type': 'application/json; charset=utf-8', 'x-internal': 'secret' }

describe('GET /api/webhooks/deliveries/{id}', () => {
  test('default: those who manage webhooks see what the receiver responded', async () => {
    const body = JSON.stringify({ stored: true })
    const { seller, id } = await aSent((response) => response.writeHead(202, withDetails).end(body))
    const delivery = await detail(id, seller.owner.headers)
    expect(delivery.attempts).toEqual([
      {
        at: expect.any(Number),
        httpStatus: 202,
        error: null,
        durationMs: expect.any(Number),
        response: { contentType: 'application/json; charset=utf-8', body, isTruncated: false },
      },
    ])
    expect(JSON.parse(delivery.request.body)).toMatchObject({ receiptId: 'r-1' })

    const support = await aMember(app, { merchant: seller.wallet, role: 'support' })
    for (const [of, headers] of [
      [id, seller.headers],
      [`${id}?wallet=${seller.wallet}`, support.headers],
    ] as const) {
      const [attempt] = (await detail(of, headers)).attempts
      expect(attempt).not.toHaveProperty('response')
    }
    for (const headers of [seller.headers, seller.owner.headers]) {
      expect((await app.inject({ url: base, headers })).body).not.toContain('stored')
    }
  })

  test('behavior: null for an empty response', async () => {
    const { seller, id } = await aSent((response) => response.writeHead(204).end())
    const { attempts } = await detail(id, seller.owner.headers)
    expect(attempts).toMatchObject([{ httpStatus: 204, response: null }])
  })

  test('behavior: hides the signatures of a request that the receiver echoes', async () => {
    const { seller, id } = await aSent((response, { headers }) =>
      response.end(JSON.stringify(headers)),
    )
    const { attempts, request } = await detail(id, seller.owner.headers)
    const { body } = attempts[0].response
    expect(body).toContain('webhook-id')
    for (const name of ['X-Service-Signature', 'webhook-signature']) {
      const value = request.headers[name].replace(/^(sha256=|v1,)/, '')
      expect(value.length).toBeGreaterThan(40)
      expect(body).not.toContain(value)
    }
  })

  test('behavior: reads no more than the start of an endless response', async () => {
    const { seller, id } = await aSent((response) => {
      const chunk = 'x'.repeat(1_000)
      const timer = setInterval(() => response.write(chunk), 1)
      response.on('close', () => clearInterval(timer))
    })
    const { response } = (await detail(id, seller.owner.headers)).attempts[0]
    expect(response).toEqual({ contentType: null, body: 'x'.repeat(2_048), isTruncated: true })
  })

  test('behavior: keeps the responses of the last ten attempts', { tags: 'slow' }, async () => {
    const { seller, id } = await aSent((response) => response.end('ok'))
    for (let count = 2; count <= 12; count += 1) {
      const url = `${base}/${id}/redeliver`
      expect((await seller.post(url, {}, { 'idempotency-key': `again-${count}` })).statusCode).toBe(
        200,
      )
      await untilAttempts(seller, count)
    }
    const { attempts } = await detail(id, seller.owner.headers)
    const bodies = attempts.map(
      (each: { response: { body: string } | null }) => each.response?.body,
    )
    expect(bodies).toEqual([undefined, undefined, ...Array.from({ length: 10 }, () => 'ok')])
  })

  test('behavior: erasing a buyer removes the responses about their receipts', async () => {
    const email = 'ada@example.com'
    const echo = { billingEmail: email, metadata: { name: 'Lovelace' } }
    const { seller, id } = await aSent((response, { body }) => response.end(body), echo)
    const before = await detail(id, seller.owner.headers)
    expect(before.attempts[0].response.body).toContain('Lovelace')
    const response = await seller.act('/api/privacy/erase', { email })
    expect(response.statusCode, response.body).toBe(200)
    const after = await detail(id, seller.owner.headers)
    expect(after.attempts).toMatchObject([{ httpStatus: 200, response: null }])
    const { rows } = await app.ctx.db.query(
      `select from webhook_deliveries where merchant = $1 and attempts::text like '%Lovelace%'`,
      [seller.wallet],
    )
    expect(rows).toEqual([])
  })
})
