import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDelivery } from '../../../../test/fixtures/delivery.js'
import { aDeveloper } from '../../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { signIn } from '../../../../test/sign-in.js'
import { signBody } from '../../../platform/outbound/sign-body.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Headers = Record<string, string>
type Caller = Awaited<ReturnType<typeof aCaller>>
const base = '/api/webhooks/deliveries'

async function aCaller(options: Parameters<typeof aDeveloper>[1] = {}) {
  const { apiKey, wallet: merchant } = await aDeveloper(app.ctx, options)
  return { apiKey, merchant, headers: { 'x-api-key': apiKey } as Headers }
}

const get = (headers: Headers, path = '') => app.inject({ url: `${base}${path}`, headers })
const idsOf = async ({ headers }: Caller, query = '') =>
  (await get(headers, query))
    .json()
    .deliveries.map((delivery: { deliveryId: string }) => delivery.deliveryId)
const redeliver = (headers: Headers, id: string) =>
  app.inject({ method: 'POST', url: `${base}/${id}/redeliver`, headers })
const queuesOf = async (merchant: string) =>
  (
    await app.ctx.db.query<{ queue: string; route: string }>(
      'select queue, route from webhook_queues where merchant = $1 order by queue',
      [merchant],
    )
  ).rows

/** Adds `count` deliveries and returns them, newest first. */
async function several({ merchant }: Caller, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    ids.unshift((await aDelivery(app.ctx, { merchant })).delivery.id)
  }
  return ids
}

describe('GET /api/webhooks/deliveries', () => {
  test('default', async () => {
    const { merchant, headers } = await aCaller()
    const { delivery } = await aDelivery(app.ctx, { merchant, endpointId: 'whk_1' })
    const response = await get(headers)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      ok: true,
      deliveries: [
        {
          deliveryId: delivery.id,
          eventId: delivery.eventId,
          receiptId: 'R-1',
          event: 'receipt.status_updated',
          url: 'https://shop.test/hook',
          webhookId: 'whk_1',
          status: 'failed',
          attempts: [{ at: app.ctx.now(), httpStatus: 500, error: 'not_2xx', durationMs: 12 }],
          createdAt: app.ctx.now(),
        },
      ],
      nextCursor: null,
    })
  })

  test('behavior: pages through deliveries, newest first', async () => {
    const caller = await aCaller()
    const ids = await several(caller, 5)
    const first = (await get(caller.headers, '?limit=2')).json()
    expect(first.nextCursor).toBe(ids[1])
    const second = (await get(caller.headers, `?limit=2&cursor=${first.nextCursor}`)).json()
    const third = (await get(caller.headers, `?limit=2&cursor=${second.nextCursor}`)).json()
    expect(third.nextCursor).toBeNull()
    const listed = [first, second, third].flatMap(({ deliveries }) => deliveries)
    expect(listed.map(({ deliveryId }) => deliveryId)).toEqual(ids)
  })

  test('behavior: filters by receipt, webhook and status, alone or combined', async () => {
    const caller = await aCaller()
    const { merchant } = caller
    const put = async (fields: Partial<Parameters<typeof aDelivery>[1]>) =>
      (await aDelivery(app.ctx, { merchant, ...fields })).delivery.id
    const ownResponse = await put({ receiptId: 'A' })
    const sent = await put({ receiptId: 'A', endpointId: 'whk_1', status: 'delivered' })
    const waiting = await put({ receiptId: 'B', endpointId: 'whk_1', status: 'pending' })
    expect(await idsOf(caller, '?receiptId=A')).toEqual([sent, ownResponse])
    expect(await idsOf(caller, '?webhookId=whk_1')).toEqual([waiting, sent])
    expect(await idsOf(caller, '?status=failed')).toEqual([ownResponse])
    expect(await idsOf(caller, '?status=pending')).toEqual([waiting])
    expect(await idsOf(caller, '?status=delivered')).toEqual([sent])
    expect(await idsOf(caller, '?receiptId=A&webhookId=whk_1&status=delivered')).toEqual([sent])
    expect(await idsOf(caller, '?receiptId=A&webhookId=whk_1&status=pending')).toEqual([])
    expect(await idsOf(caller, `?webhookId=whk_1&cursor=${waiting}`)).toEqual([sent])
  })

  test('behavior: omits deliveries of other merchants and rejects their ids as cursors', async () => {
    const [first, second] = [await aCaller(), await aCaller()]
    const [id] = await several(first, 1)
    expect(await idsOf(second)).toEqual([])
    expect((await get(second.headers, `?cursor=${id}`)).statusCode).toBe(400)
  })

  test.each(['?cursor=1', `?cursor=${randomUUID()}`, '?status=lost', '?limit=many'])(
    'error: %s',
    async (query) => {
      const { headers } = await aCaller()
      const response = await get(headers, query)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ error: 'invalid_input' })
    },
  )
})

describe('GET /api/webhooks/deliveries/:id', () => {
  test('default', async () => {
    const { merchant, headers } = await aCaller()
    const { delivery, body } = await aDelivery(app.ctx, { merchant })
    const response = await get(headers, `/${delivery.id}`)
    expect(response.statusCode).toBe(200)
    const [listed] = (await get(headers)).json().deliveries
    const { request, ...shown } = response.json().delivery
    expect(shown).toEqual(listed)
    expect(request.body).toBe(body)
    const { signature, standardSignature } = signBody(
      { id: delivery.eventId, body, signedAt: delivery.createdAt },
      ['secret'],
    )
    expect(request.headers).toMatchObject({
      'Content-Type': 'application/json',
      'X-Service-Signature': signature,
      'X-Service-Event': 'receipt.status_updated',
      'X-Service-Delivery': delivery.id,
      'X-Service-Timestamp': String(delivery.createdAt),
      'X-Service-Attempt': '1',
      'webhook-id': delivery.eventId,
      'webhook-signature': standardSignature,
    })
  })

  test('behavior: an unsigned delivery has no headers', async () => {
    const { merchant, headers } = await aCaller()
    const { delivery, body } = await aDelivery(app.ctx, { merchant, signatures: null })
    const { request } = (await get(headers, `/${delivery.id}`)).json().delivery
    expect(request).toEqual({ headers: {}, body })
  })

  test('error: returns 404 for an unknown id, an invalid id and a delivery of another merchant', async () => {
    const [first, second] = [await aCaller(), await aCaller()]
    const [id] = await several(first, 1)
    for (const [headers, name] of [
      [first.headers, randomUUID()],
      [first.headers, 'nothing'],
      [first.headers, `${id}x`],
      [second.headers, id],
    ] as const) {
      for (const response of [
        await get(headers, `/${name}`),
        await redeliver(headers, String(name)),
      ]) {
        expect(response.statusCode).toBe(404)
        expect(response.json()).toMatchObject({ error: 'not_found' })
      }
    }
    expect(await queuesOf(first.merchant)).toEqual([])
  })
})

describe('POST /api/webhooks/deliveries/:id/redeliver', () => {
  test.each(['failed', 'delivered'] as const)(
    'default: redelivers a delivery that is %s',
    async (status) => {
      const { merchant, headers } = await aCaller()
      const { delivery } = await aDelivery(app.ctx, { merchant, status })
      const { id } = delivery
      const response = await redeliver(headers, id.toUpperCase())
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ ok: true, deliveryId: id })
      const queues = [{ queue: `own ${id}`, route: `shop.test ${merchant}` }]
      expect(await queuesOf(merchant)).toEqual(queues)
      expect((await get(headers, `/${id}`)).json().delivery).toMatchObject({
        status: 'pending',
        attempts: [{ httpStatus: 500 }],
      })

      await redeliver(headers, id)
      expect(await queuesOf(merchant)).toEqual(queues)
    },
  )

  test('behavior: a pending delivery keeps its retries', async () => {
    const { merchant, headers } = await aCaller()
    const { delivery } = await aDelivery(app.ctx, { merchant, status: 'pending', attempts: [] })
    const before = await queuesOf(merchant)
    const response = await redeliver(headers, delivery.id)
    expect(response.json()).toEqual({ ok: true, deliveryId: delivery.id })
    expect(await queuesOf(merchant)).toEqual(before)
    expect(before).toHaveLength(1)
  })

  test('behavior: concurrent requests send it once', async () => {
    const { merchant, headers } = await aCaller()
    const { delivery } = await aDelivery(app.ctx, { merchant })
    await Promise.all(Array.from({ length: 8 }, () => redeliver(headers, delivery.id)))
    expect(await queuesOf(merchant)).toHaveLength(1)
  })

  test.each([
    ['deleted', 'DELETE', undefined],
    ['switched off', 'PUT', { enabled: false }],
  ] as const)('error: to an address that was %s', async (_, method, payload) => {
    const { wallet: merchant, apiKey } = await aDeveloper(app.ctx)
    const headers = { 'x-api-key': apiKey }
    const webhookRequest = { method: 'POST', url: '/api/webhooks', headers } as const
    const created = await app.inject({
      ...webhookRequest,
      payload: { url: 'https://shop.test/hook' },
    })
    const { id: endpointId } = created.json().webhook
    const { delivery } = await aDelivery(app.ctx, { merchant, endpointId })
    const url = `/api/webhooks/${endpointId}`
    await app.inject({ method, url, headers, ...(payload && { payload }) })

    const response = await redeliver(headers, delivery.id)
    expect([response.statusCode, response.json().error]).toEqual([409, 'conflict'])
    expect(await queuesOf(merchant)).toEqual([])
  })

  test('error: returns 409 for an unsigned delivery', async () => {
    const { merchant, headers } = await aCaller()
    const { delivery } = await aDelivery(app.ctx, { merchant, signatures: null })
    const response = await redeliver(headers, delivery.id)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ error: 'conflict' })
    expect(await queuesOf(merchant)).toEqual([])
  })

  test('error: rejects a key that can only read', async () => {
    const { headers } = await aCaller({ scopes: ['receipts:read'] })
    const response = await redeliver(headers, randomUUID())
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ requiredScope: 'receipts:write' })
  })
})

describe('POST /api/webhooks/test', () => {
  const url = 'http://127.0.0.1:9/hook'
  const send = (headers: Headers, payload: object) =>
    app.inject({ method: 'POST', url: '/api/webhooks/test', payload, headers })
  const register = async (headers: Headers, fields: object = {}) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/webhooks',
      headers,
      payload: { url: 'https://shop.test/hook', ...fields },
    })
    return response.json().webhook as { id: string; secret: string }
  }
  const detail = async (headers: Headers, response: { json(): { deliveryId: string } }) =>
    (await get(headers, `/${response.json().deliveryId}`)).json().delivery
  const standardOf = (delivery: { eventId: string; request: { body: string } }, secret: string) =>
    signBody({ id: delivery.eventId, body: delivery.request.body, signedAt: app.ctx.now() }, [
      secret,
    ])

  test('default', async () => {
    const { merchant, headers } = await aCaller()
    const { id, secret } = await register(headers)
    const response = await send(headers, { webhookId: id })
    expect(response.statusCode).toBe(201)
    const { deliveryId } = response.json()
    expect(response.json()).toEqual({ ok: true, deliveryId })
    const delivery = await detail(headers, response)
    expect(delivery).toMatchObject({
      deliveryId,
      receiptId: null,
      url: 'https://shop.test/hook',
      webhookId: id,
      status: 'pending',
      attempts: [],
    })
    expect(JSON.parse(delivery.request.body)).toMatchObject({
      event: 'receipt.status_updated',
      receiptId: expect.stringMatching(/^test-[0-9a-z]{8}$/),
      status: 'completed',
      test: true,
    })
    const { signature, standardSignature } = standardOf(delivery, secret)
    expect(delivery.request.headers).toMatchObject({
      'X-Service-Signature': signature,
      'webhook-signature': standardSignature,
    })
    expect(await queuesOf(merchant)).toEqual([
      { queue: `own ${deliveryId}`, route: `shop.test ${merchant}` },
    ])
    const feed = await app.inject({ url: '/api/events', headers })
    expect(feed.json().events).toEqual([])
  })

  test('behavior: sends to any URL, signed with the calling key', async () => {
    const { apiKey, headers } = await aCaller()
    await register(headers)
    const delivery = await detail(headers, await send(headers, { url, status: 'failed' }))
    expect(delivery).toMatchObject({ url, webhookId: null })
    expect(JSON.parse(delivery.request.body)).toMatchObject({
      status: 'failed',
      failureCode: 'PORTAL_CHAIN_TX_REVERTED',
    })
    const { signature } = standardOf(delivery, apiKey)
    expect(delivery.request.headers['X-Service-Signature']).toBe(signature)
  })

  test('behavior: the oldest enabled webhook signs for a signed-in user', async () => {
    const { headers } = await signIn(app)
    const refused = await send(headers, { url })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().message).toContain('POST /api/webhooks/secret')

    await register(headers, { enabled: false })
    app.ctx.clock.advance(1)
    const { secret } = await register(headers)
    app.ctx.clock.advance(1)
    await register(headers)
    const delivery = await detail(headers, await send(headers, { url }))
    const { signature } = standardOf(delivery, secret)
    expect(delivery.request.headers['X-Service-Signature']).toBe(signature)
  })

  test('behavior: sends once for a repeated idempotency key', async () => {
    const { headers } = await aCaller()
    const again = () => send({ ...headers, 'idempotency-key': 'try-1' }, { url })
    const [first, second] = [await again(), await again()]
    expect(second.json()).toEqual(first.json())
    expect((await get(headers)).json().deliveries).toHaveLength(1)
  })

  test('error: returns 404 for a webhook of another merchant', async () => {
    const [first, second] = [await aCaller(), await aCaller()]
    const { id } = await register(first.headers)
    const response = await send(second.headers, { webhookId: id })
    expect(response.statusCode).toBe(404)
    expect((await get(first.headers)).json().deliveries).toEqual([])
  })

  test('error: returns 409 for a key without a stored copy', async () => {
    const { merchant, headers } = await aCaller()
    await app.ctx.db.query('update developer_keys set sealed = null where merchant = $1', [
      merchant,
    ])
    expect((await send(headers, { url })).statusCode).toBe(409)
  })

  test.each([{}, { url, webhookId: 'whk_1' }, { url: 'shop' }, { url, status: 'lost' }])(
    'error: rejects %j',
    async (payload) => {
      const { headers } = await aCaller()
      const response = await send(headers, payload)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ error: 'invalid_input' })
    },
  )
})
