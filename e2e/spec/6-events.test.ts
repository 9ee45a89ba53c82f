import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Received } from '../receiver.js'
import { testShopWebhooks } from './6.5-shop-webhooks.js'
import {
  addWebhook,
  bodyOf,
  type Delivery,
  deliveryThat,
  listDeliveries,
  setStatus,
  signatureBy,
  standardSignatureBy,
  useMerchantServer,
} from './6-merchant-server.js'
import { asking, errorOf, makeReceipt, unique, useService } from './client.js'

const service = useService()
const server = useMerchantServer()
const newMerchant = () => service.signIn(generatePrivateKey())

describe('6.1: registration', () => {
  test.each(['webhook_url', 'webhookUrl'])('behavior: %s is stored', async (name) => {
    const url = server.at(`/${unique('hook')}`)
    const id = await makeReceipt(service.program, { [name]: url })
    expect((await service.program(`GET /api/receipts/${id}`)).body['webhookUrl']).toBe(url)
  })

  test.each(['nowhere', 'ftp://shop.example/hook', 'https://me:pw@shop.example/'])(
    'error: 400 invalid_input for %s',
    async (url) => {
      const bill = { lineItems: [{ label: 'Lunch', priceUsd: 25 }], totalUsd: 25 }
      const body = { id: unique('receipt'), ...bill, webhook_url: url }
      const refusals = [
        await service.program('POST /api/receipts', { body }),
        await service.program('POST /api/webhooks', { body: { url } }),
        await service.program('POST /api/webhooks/test', { body: { url } }),
      ]
      expect(refusals.map(errorOf)).toEqual(refusals.map(() => '400 invalid_input'))
    },
  )
})

describe('6.2: delivery', () => {
  type Sent = { headers: Record<string, string>; body: string }

  test('behavior: POST with the headers of the table, and those of Standard Webhooks', async () => {
    const sent = await server.firstWebhook(service.program)
    const { timestamp } = bodyOf(sent)
    expect(sent.method).toBe('POST')
    expect(sent.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
      'x-service-event': 'receipt.status_updated',
      'x-service-delivery': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      'x-service-timestamp': String(timestamp),
      'x-service-attempt': '1',
      'webhook-id': expect.any(String),
      'webhook-timestamp': String(Math.floor(Number(timestamp) / 1_000)),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    })
  })

  test('behavior: every change in its order, and making a receipt is none', async () => {
    const { id, path } = await server.hookedReceipt(service.program)
    const steps = ['link_opened', 'buyer_logged_in', 'checkout_initialized']
    for (const status of steps) await setStatus(service.program, { receiptId: id, status })
    const sent = (await server.got(path, 3)).map(bodyOf)
    expect(sent.map(({ status }) => status)).toEqual(steps)
    expect(sent.map(({ previousStatus }) => previousStatus)).toEqual([
      'pending',
      ...steps.slice(0, 2),
    ])
  })

  test('behavior: one retry after 5 s, the same to the byte; then by hand', async () => {
    const { id, path } = await server.hookedReceipt(service.program)
    server.answers[path] = 500
    await setStatus(service.program, { receiptId: id, status: 'link_opened' })
    const [first, second] = (await server.got(path, 2)) as [Received, Received]
    expect(second.at - first.at).toBeGreaterThan(4_900)
    expect(second.at - first.at).toBeLessThan(6_500)
    expect(second.body).toEqual(first.body)
    expect(second.headers).toEqual({ ...first.headers, 'x-service-attempt': '2' })

    const where = { ask: service.program, receiptId: id }
    const failed = await deliveryThat(({ status }) => status === 'failed', where)
    const inVain = { at: expect.any(Number), httpStatus: 500, error: 'not_2xx' }
    expect(failed.attempts).toMatchObject([inVain, inVain])
    expect(failed.deliveryId).toBe(first.headers['x-service-delivery'])

    server.answers[path] = 204
    const call = `POST /api/webhooks/deliveries/${failed.deliveryId}/redeliver`
    const { deliveryId } = failed
    expect((await service.program(call)).body).toEqual({ ok: true, deliveryId })
    const third = (await server.got(path, 3))[2] as Received
    expect(third.body).toEqual(first.body)
    expect(third.headers).toEqual({ ...first.headers, 'x-service-attempt': '3' })
    const done = await deliveryThat(({ status }) => status === 'delivered', where)
    expect(done.attempts).toHaveLength(3)
  })

  test('behavior: a redirect is a failure, and nobody follows it', async () => {
    const { id, path } = await server.hookedReceipt(service.program)
    server.answers[path] = 302
    await setStatus(service.program, { receiptId: id, status: 'link_opened' })
    const tried = ({ attempts }: Delivery) => attempts.length > 0
    const { attempts } = await deliveryThat(tried, { ask: service.program, receiptId: id })
    expect(attempts[0]).toMatchObject({ httpStatus: 302, error: 'not_2xx' })
    expect(server.hasGot('/elsewhere')).toBe(false)
  })

  test('behavior: what was sent can be looked up, with its bytes', async () => {
    const sent = await server.firstWebhook(service.program)
    const receiptId = String(bodyOf(sent)['receiptId'])
    const where = { ask: service.program, receiptId }
    const delivery = await deliveryThat(({ status }) => status === 'delivered', where)
    expect(delivery).toEqual({
      ...{ deliveryId: sent.headers['x-service-delivery'], eventId: sent.headers['webhook-id'] },
      ...{ receiptId, event: 'receipt.status_updated', url: server.at(sent.path) },
      ...{ webhookId: null, status: 'delivered', createdAt: expect.any(Number) },
      attempts: [
        { at: expect.any(Number), httpStatus: 204, error: null, durationMs: expect.any(Number) },
      ],
    })
    const call = `GET /api/webhooks/deliveries/${delivery.deliveryId}`
    const { body } = await service.program<{ delivery: { request: Sent } }>(call)
    const { request, ...rest } = body.delivery
    expect(rest).toEqual(delivery)
    expect(request.body).toBe(sent.body.toString())
    for (const [name, value] of Object.entries(request.headers)) {
      expect(sent.headers[name.toLowerCase()]).toBe(value)
    }

    expect(await listDeliveries(service.program, `receiptId=${receiptId}&status=failed`)).toEqual(
      [],
    )
    expect(errorOf(await service.otherProgram(call))).toBe('404 not_found')
    expect(errorOf(await service.otherProgram(`${call.replace('GET', 'POST')}/redeliver`))).toBe(
      '404 not_found',
    )
  })

  test('behavior: deliveries come in pages, the newest first', async () => {
    const { id, path } = await server.hookedReceipt(service.program)
    for (const status of ['link_opened', 'buyer_logged_in', 'checkout_initialized']) {
      await setStatus(service.program, { receiptId: id, status })
    }
    const sent = await server.got(path, 3)
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const call: string = `GET /api/webhooks/deliveries?receiptId=${id}&limit=2&cursor=${cursor}`
      const { body } = await service.program<{
        deliveries: Delivery[]
        nextCursor: string | null
      }>(call)
      seen.push(...body.deliveries.map(({ deliveryId }) => deliveryId))
      cursor = body.nextCursor
    }
    expect(seen.toReversed()).toEqual(sent.map(({ headers }) => headers['x-service-delivery']))
    const bad = await service.program('GET /api/webhooks/deliveries?cursor=mine')
    expect(errorOf(bad)).toBe('400 invalid_input')
  })
})

describe('6.3: signature', () => {
  type IssuedKey = { key: { id: string }; apiKey: string }

  test('behavior: by the key that made the receipt, over the raw body', async () => {
    const metadata = { note: 'Grüße 🧾', nested: { '10': 1, '2': [null] } }
    const sent = await server.firstWebhook(service.program, { metadata })
    const { apiKey } = service.demo
    expect(sent.headers['x-service-signature']).toBe(signatureBy(apiKey, sent))
    expect(sent.headers['webhook-signature']).toBe(standardSignatureBy(apiKey, sent))
    expect(bodyOf(sent)['metadata']).toEqual(metadata)
  })

  test('behavior: rotating the key leaves old receipts verifiable with the old one', async () => {
    const made = await service.owner<IssuedKey>('POST /api/keys', {
      body: { name: unique('Till') },
    })
    const old = made.body.apiKey
    const ask = asking(service.origin, { 'x-api-key': old })
    const { id, path } = await server.hookedReceipt(ask)
    const call = `POST /api/keys/${made.body.key.id}/rotate`
    const rotated = await service.owner<IssuedKey>(call, { body: { graceHours: 0 } })
    const fresh = rotated.body.apiKey
    await setStatus(service.program, { receiptId: id, status: 'link_opened' })
    const sent = await server.first(path)
    expect(sent.headers['x-service-signature']).toBe(signatureBy(old, sent))

    const newer = await server.firstWebhook(asking(service.origin, { 'x-api-key': fresh }))
    expect(newer.headers['x-service-signature']).toBe(signatureBy(fresh, newer))
  })

  test("behavior: what a person made, by the shop's webhook secret, or not at all", async () => {
    const { ask } = await newMerchant()
    const { id, path } = await server.hookedReceipt(ask)
    await setStatus(ask, { receiptId: id, status: 'link_opened' })
    const unsigned = await deliveryThat(() => true, { ask, receiptId: id })
    expect(unsigned).toMatchObject({ status: 'failed', attempts: [{ error: 'no_signing_secret' }] })
    const again = await ask(`POST /api/webhooks/deliveries/${unsigned.deliveryId}/redeliver`)
    expect(errorOf(again)).toBe('409 conflict')

    const { secret } = await addWebhook(ask, { url: server.at(`/${unique('shop')}`) })
    await setStatus(ask, { receiptId: id, status: 'buyer_logged_in' })
    const sent = await server.first(path)
    expect(sent.headers['x-service-signature']).toBe(signatureBy(secret, sent))
  })
})

describe('6.4: body', () => {
  test('behavior: every field, with nulls where nothing has failed', async () => {
    const fields = { transactionId: 'cart-7', metadata: { table: 4 } }
    const sent = await server.firstWebhook(service.program, fields)
    expect(bodyOf(sent)).toEqual({
      ...{ event: 'receipt.status_updated', receiptId: expect.any(String) },
      ...{ status: 'link_opened', previousStatus: 'pending' },
      ...{ failureCode: null, failureCategory: null, failureReason: null, failureAction: null },
      ...{ transactionHash: null, buyerWallet: null },
      ...{ merchantWallet: service.demo.merchantWallet, totalUsd: 25, customerTotalUsd: 25 },
      ...{ token: 'USDC', timestamp: expect.any(Number), brandKey: expect.any(String) },
      ...{ onrampSessionId: null, isOnrampSessionUnique: false, ...fields },
    })
    expect(Number.isInteger(bodyOf(sent)['timestamp'])).toBe(true)
  })

  test('behavior: a failed one says why, and omits four fields', async () => {
    const { id, path } = await server.hookedReceipt(service.program)
    const failureCode = 'PORTAL_PAY_CARD_DECLINED'
    await setStatus(service.owner, { receiptId: id, status: 'failed', failureCode })
    const sent = await server.first(path)
    expect(bodyOf(sent)).toEqual({
      ...{ event: 'receipt.status_updated', receiptId: id },
      ...{ status: 'failed', previousStatus: 'pending' },
      ...{ failureCode, failureCategory: 'card_decline' },
      ...{ failureReason: expect.any(String), failureAction: expect.any(String) },
      ...{ merchantWallet: service.demo.merchantWallet, totalUsd: 25 },
      ...{ token: 'USDC', timestamp: expect.any(Number), brandKey: expect.any(String) },
      ...{ onrampSessionId: null, isOnrampSessionUnique: false },
      ...{ transactionId: null, metadata: null },
    })
  })

  test('behavior: a payment is told step by step, with its transaction', async () => {
    const { id, path } = await server.hookedReceipt(service.program)
    const body = { receiptId: id, scenario: 'exact' }
    expect((await service.program('POST /api/sandbox/pay', { body })).status).toBe(200)
    const sent = (await server.got(path, 4)).map(bodyOf)
    const steps = ['tx_mined', 'recipient_validated', 'paid', 'completed']
    expect(sent.slice(0, 4).map(({ status }) => status)).toEqual(steps)
    for (const one of sent) {
      expect(one['transactionHash']).toMatch(/^0x[0-9a-f]{64}$/)
      expect(one['buyerWallet']).toMatch(/^0x[0-9a-fA-F]{40}$/)
      expect(one['token']).toBe('USDC')
    }
  })
})

testShopWebhooks(service, server)
