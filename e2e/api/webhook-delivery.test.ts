// @module-tag slow
import { describe, expect, test } from 'vitest'
import { createSender, errorOf, makeReceipt, unique, useService } from '../helpers/client.js'
import {
  addWebhook,
  bodyOf,
  type Delivery,
  listDeliveries,
  setStatus,
  signatureBy,
  standardSignatureBy,
  useMerchantServer,
  waitForDelivery,
} from '../helpers/merchant-server.js'
import type { ReceivedRequest } from '../helpers/receiver.js'

const service = useService()
const server = useMerchantServer()

describe('registration', () => {
  test.each(['webhook_url', 'webhookUrl'])('behavior: stores %s', async (name) => {
    const url = server.at(`/${unique('hook')}`)
    const id = await makeReceipt(service.program, { [name]: url })
    expect((await service.program(`GET /api/receipts/${id}`)).body['webhookUrl']).toBe(url)
  })

  test.each(['nowhere', 'ftp://shop.example/hook', 'https://me:pw@shop.example/'])(
    'error: returns 400 invalid_input for %s',
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

describe('delivery', () => {
  type Sent = { headers: Record<string, string>; body: string }

  test('behavior: sends a POST with our headers and those of Standard Webhooks', async () => {
    const delivery = await server.triggerWebhook(service.program)
    const { timestamp } = bodyOf(delivery)
    expect(delivery.method).toBe('POST')
    expect(delivery.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
      'x-service-event': 'receipt.status_updated',
      'x-service-delivery': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      'x-service-timestamp': String(timestamp),
      'x-service-attempt': '1',
      'webhook-id': expect.any(String),
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    })
  })

  test('behavior: sends status changes in order, but not the creation of a receipt', async () => {
    const { id, path } = await server.makeHookedReceipt(service.program)
    const steps = ['link_opened', 'buyer_logged_in', 'checkout_initialized']
    for (const status of steps) await setStatus(service.program, { receiptId: id, status })
    const sent = (await server.receive(path, 3)).map(bodyOf)
    expect(sent.map(({ status }) => status)).toEqual(steps)
    expect(sent.map(({ previousStatus }) => previousStatus)).toEqual([
      'pending',
      ...steps.slice(0, 2),
    ])
  })

  test('behavior: retries once after 5 s with the same bytes, then on request', async () => {
    const { id, path } = await server.makeHookedReceipt(service.program)
    server.responses[path] = 500
    await setStatus(service.program, { receiptId: id, status: 'link_opened' })
    const [first, second] = (await server.receive(path, 2)) as [ReceivedRequest, ReceivedRequest]
    expect(second.at - first.at).toBeGreaterThan(4_900)
    expect(second.at - first.at).toBeLessThan(6_500)
    expect(second.body).toEqual(first.body)
    expect(second.headers).toEqual({ ...first.headers, 'x-service-attempt': '2' })

    const where = { send: service.program, receiptId: id }
    const failed = await waitForDelivery(({ status }) => status === 'failed', where)
    const failedAttempt = { at: expect.any(Number), httpStatus: 500, error: 'not_2xx' }
    expect(failed.attempts).toMatchObject([failedAttempt, failedAttempt])
    expect(failed.deliveryId).toBe(first.headers['x-service-delivery'])

    server.responses[path] = 204
    const call = `POST /api/webhooks/deliveries/${failed.deliveryId}/redeliver`
    const { deliveryId } = failed
    expect((await service.program(call)).body).toEqual({ ok: true, deliveryId })
    const third = (await server.receive(path, 3))[2] as ReceivedRequest
    expect(third.body).toEqual(first.body)
    expect(third.headers).toEqual({ ...first.headers, 'x-service-attempt': '3' })
    const doneDelivery = await waitForDelivery(({ status }) => status === 'delivered', where)
    expect(doneDelivery.attempts).toHaveLength(3)
  })

  test('behavior: counts a redirect as a failure and does not follow it', async () => {
    const { id, path } = await server.makeHookedReceipt(service.program)
    server.responses[path] = 302
    await setStatus(service.program, { receiptId: id, status: 'link_opened' })
    const tried = ({ attempts }: Delivery) => attempts.length > 0
    const { attempts } = await waitForDelivery(tried, { send: service.program, receiptId: id })
    expect(attempts[0]).toMatchObject({ httpStatus: 302, error: 'not_2xx' })
    expect(server.hasReceived('/elsewhere')).toBe(false)
  })

  test('behavior: a delivery returns the exact request that was sent', async () => {
    const sent = await server.triggerWebhook(service.program)
    const receiptId = String(bodyOf(sent)['receiptId'])
    const where = { send: service.program, receiptId }
    const delivery = await waitForDelivery(({ status }) => status === 'delivered', where)
    expect(delivery).toEqual({
      deliveryId: sent.headers['x-service-delivery'],
      eventId: sent.headers['webhook-id'],
      receiptId,
      event: 'receipt.status_updated',
      url: server.at(sent.path),
      webhookId: null,
      status: 'delivered',
      createdAt: expect.any(Number),
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

  test('behavior: lists deliveries in pages, newest first', async () => {
    const { id, path } = await server.makeHookedReceipt(service.program)
    for (const status of ['link_opened', 'buyer_logged_in', 'checkout_initialized']) {
      await setStatus(service.program, { receiptId: id, status })
    }
    const sentRequests = await server.receive(path, 3)
    const receivedIds: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const call: string = `GET /api/webhooks/deliveries?receiptId=${id}&limit=2&cursor=${cursor}`
      const { body } = await service.program<{
        deliveries: Delivery[]
        nextCursor: string | null
      }>(call)
      receivedIds.push(...body.deliveries.map(({ deliveryId }) => deliveryId))
      cursor = body.nextCursor
    }
    expect(receivedIds.toReversed()).toEqual(
      sentRequests.map(({ headers }) => headers['x-service-delivery']),
    )
    const invalidResponse = await service.program('GET /api/webhooks/deliveries?cursor=mine')
    expect(errorOf(invalidResponse)).toBe('400 invalid_input')
  })
})

describe('signature', () => {
  type IssuedKey = { key: { id: string }; apiKey: string }

  test('behavior: signs the raw body with the key that created the receipt', async () => {
    const metadata = { note: 'Grüße 🧾', nested: { '10': 1, '2': [null] } }
    const delivery = await server.triggerWebhook(service.program, { metadata })
    const { apiKey } = service.demo
    expect(delivery.headers['x-service-signature']).toBe(signatureBy(apiKey, delivery))
    expect(delivery.headers['webhook-signature']).toBe(standardSignatureBy(apiKey, delivery))
    expect(bodyOf(delivery)['metadata']).toEqual(metadata)
  })

  test('behavior: signs webhooks of existing receipts with the old key after a rotation', async () => {
    const response = await service.owner<IssuedKey>('POST /api/keys', {
      body: { name: unique('Till') },
    })
    const old = response.body.apiKey
    const send = createSender(service.origin, { 'x-api-key': old })
    const { id, path } = await server.makeHookedReceipt(send)
    const call = `POST /api/keys/${response.body.key.id}/rotate`
    const rotated = await service.owner<IssuedKey>(call, { body: { graceHours: 0 } })
    const freshApiKey = rotated.body.apiKey
    await setStatus(service.program, { receiptId: id, status: 'link_opened' })
    const delivery = await server.receiveFirst(path)
    expect(delivery.headers['x-service-signature']).toBe(signatureBy(old, delivery))

    const newer = await server.triggerWebhook(
      createSender(service.origin, { 'x-api-key': freshApiKey }),
    )
    expect(newer.headers['x-service-signature']).toBe(signatureBy(freshApiKey, newer))
  })

  test("behavior: signs webhooks of a user's receipt with the shop's secret, or fails without one", async () => {
    const { send } = await service.newMerchant()
    const { id, path } = await server.makeHookedReceipt(send)
    await setStatus(send, { receiptId: id, status: 'link_opened' })
    const unsigned = await waitForDelivery(() => true, { send, receiptId: id })
    expect(unsigned).toMatchObject({ status: 'failed', attempts: [{ error: 'no_signing_secret' }] })
    const repeatedResponse = await send(
      `POST /api/webhooks/deliveries/${unsigned.deliveryId}/redeliver`,
    )
    expect(errorOf(repeatedResponse)).toBe('409 conflict')

    const { secret } = await addWebhook(send, { url: server.at(`/${unique('shop')}`) })
    await setStatus(send, { receiptId: id, status: 'buyer_logged_in' })
    const delivery = await server.receiveFirst(path)
    expect(delivery.headers['x-service-signature']).toBe(signatureBy(secret, delivery))
  })
})

describe('body', () => {
  test('behavior: contains every field, with null failure fields', async () => {
    const fields = { transactionId: 'cart-7', metadata: { table: 4 } }
    const delivery = await server.triggerWebhook(service.program, fields)
    expect(bodyOf(delivery)).toEqual({
      event: 'receipt.status_updated',
      receiptId: expect.any(String),
      status: 'link_opened',
      previousStatus: 'pending',
      failureCode: null,
      failureCategory: null,
      failureReason: null,
      failureAction: null,
      transactionHash: null,
      buyerWallet: null,
      merchantWallet: service.demo.merchantWallet,
      totalUsd: 25,
      customerTotalUsd: 25,
      token: 'USDC',
      timestamp: expect.any(Number),
      brandKey: expect.any(String),
      onrampSessionId: null,
      isOnrampSessionUnique: false,
      ...fields,
    })
    expect(Number.isInteger(bodyOf(delivery)['timestamp'])).toBe(true)
  })

  test('behavior: a failed receipt adds the failure and omits four fields', async () => {
    const { id, path } = await server.makeHookedReceipt(service.program)
    const failureCode = 'PORTAL_PAY_CARD_DECLINED'
    await setStatus(service.owner, { receiptId: id, status: 'failed', failureCode })
    const delivery = await server.receiveFirst(path)
    expect(bodyOf(delivery)).toEqual({
      event: 'receipt.status_updated',
      receiptId: id,
      status: 'failed',
      previousStatus: 'pending',
      failureCode,
      failureCategory: 'card_decline',
      failureReason: expect.any(String),
      failureAction: expect.any(String),
      merchantWallet: service.demo.merchantWallet,
      totalUsd: 25,
      token: 'USDC',
      timestamp: expect.any(Number),
      brandKey: expect.any(String),
      onrampSessionId: null,
      isOnrampSessionUnique: false,
      transactionId: null,
      metadata: null,
    })
  })

  test('behavior: a payment sends each status with its transaction', async () => {
    const { id, path } = await server.makeHookedReceipt(service.program)
    const body = { receiptId: id, scenario: 'exact' }
    expect((await service.program('POST /api/sandbox/pay', { body })).status).toBe(200)
    const sent = (await server.receive(path, 4)).map(bodyOf)
    const steps = ['tx_mined', 'recipient_validated', 'paid', 'completed']
    expect(sent.slice(0, 4).map(({ status }) => status)).toEqual(steps)
    for (const delivery of sent) {
      expect(delivery['transactionHash']).toMatch(/^0x[0-9a-f]{64}$/)
      expect(delivery['buyerWallet']).toMatch(/^0x[0-9a-fA-F]{40}$/)
      expect(delivery['token']).toBe('USDC')
    }
  })
})
