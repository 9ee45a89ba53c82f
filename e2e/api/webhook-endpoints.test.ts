import { describe, expect, test } from 'vitest'
import { createSender, errorOf, makeReceipt, unique, useService } from '../helpers/client.js'
import {
  addWebhook,
  bodyOf,
  listDeliveries,
  setStatus,
  signatureBy,
  standardSignatureBy,
  useMerchantServer,
} from '../helpers/merchant-server.js'

type Webhook = { id: string; secret: string | null }
type Events = { events: { id: string }[] }

const service = useService()
const server = useMerchantServer()

describe('webhook endpoints of a shop', () => {
  test('behavior: creates, lists, changes and deletes an endpoint; only the creation shows the secret', async () => {
    const { send } = await service.newMerchant()
    const url = server.at(`/${unique('shop')}`)
    const headers = { 'idempotency-key': unique('key') }
    const make = () => send<{ webhook: Webhook }>('POST /api/webhooks', { body: { url }, headers })
    const { status, body } = await make()
    const shown = {
      id: expect.stringMatching(/^whk_/),
      url,
      events: ['receipt.status_updated'],
      enabled: true,
      extendedRetries: false,
      createdAt: expect.any(Number),
    }
    const secret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(status).toBe(201)
    expect(body).toEqual({ ok: true, webhook: { ...shown, secret } })
    expect((await make()).body.webhook).toEqual({ ...body.webhook, secret: null })
    const list = async () => (await send<{ webhooks: Webhook[] }>('GET /api/webhooks')).body
    expect(await list()).toEqual({ ok: true, webhooks: [shown] })

    const path = `/api/webhooks/${body.webhook.id}`
    const changed = await send(`PUT ${path}`, { body: { extendedRetries: true } })
    expect(changed.body).toEqual({ ok: true, webhook: { ...shown, extendedRetries: true } })
    expect(errorOf(await service.program(`PUT ${path}`, { body: {} }))).toBe('404 not_found')
    expect(errorOf(await service.program(`DELETE ${path}`))).toBe('404 not_found')
    const removedResponse = await send(`DELETE ${path}`)
    expect(removedResponse.body).toEqual({ ok: true, id: body.webhook.id, deleted: true })
    expect(await list()).toEqual({ ok: true, webhooks: [] })
    expect(errorOf(await send(`DELETE ${path}`))).toBe('404 not_found')
  })

  test('behavior: receives events of every receipt, signed with its own secret, while enabled', async () => {
    const { send } = await service.newMerchant()
    const [all, off] = [`/${unique('shop')}`, `/${unique('shop')}`]
    const disabled = { url: server.at(off), enabled: false }
    await addWebhook(send, disabled)
    const { id: webhookId, secret } = await addWebhook(send, { url: server.at(all) })
    const receiptId = await makeReceipt(send)
    await setStatus(send, { receiptId, status: 'link_opened' })
    const delivery = await server.receiveFirst(all)
    expect(bodyOf(delivery)).toMatchObject({ receiptId, status: 'link_opened' })
    expect(delivery.headers['x-service-signature']).toBe(signatureBy(secret, delivery))
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    expect(delivery.headers['webhook-signature']).toBe(standardSignatureBy(key, delivery))

    const deliveries = await listDeliveries(send, `receiptId=${receiptId}`)
    expect(deliveries).toMatchObject([{ webhookId }])
    expect(server.hasReceived(off)).toBe(false)
  })

  test("behavior: a receipt's own URL receives the same event", async () => {
    const { send } = await service.newMerchant()
    const all = `/${unique('shop')}`
    await addWebhook(send, { url: server.at(all) })
    const ownRequest = await server.triggerWebhook(send)
    const shop = await server.receiveFirst(all)
    expect(shop.body).toEqual(ownRequest.body)
    expect(shop.headers['webhook-id']).toBe(ownRequest.headers['webhook-id'])
    expect(shop.headers['x-service-delivery']).not.toBe(ownRequest.headers['x-service-delivery'])
  })

  test('error: returns 400 invalid_input for an eleventh endpoint and for bad input', async () => {
    const { send } = await service.newMerchant()
    const url = server.at(`/${unique('shop')}`)
    for (let n = 0; n < 10; n += 1) await addWebhook(send, { url })
    for (const body of [{ url }, {}, { url, events: [] }, { url, events: ['receipt.shipped'] }]) {
      expect(errorOf(await send('POST /api/webhooks', { body }))).toBe('400 invalid_input')
    }
  })

  test('behavior: a test event is marked and does not appear in the feed', async () => {
    const path = `/${unique('test')}`
    const body = { url: server.at(path), status: 'paid' }
    const { status, body: response } = await service.program('POST /api/webhooks/test', { body })
    expect(status).toBe(201)
    const delivery = await server.receiveFirst(path)
    const event = bodyOf(delivery)
    expect(event).toMatchObject({ test: true, status: 'paid', event: 'receipt.status_updated' })
    expect(delivery.headers['x-service-signature']).toBe(signatureBy(service.demo.apiKey, delivery))
    expect(response).toEqual({ ok: true, deliveryId: delivery.headers['x-service-delivery'] })
    const receipt = await service.program(`GET /api/receipts/${event['receiptId']}`)
    expect(errorOf(receipt)).toBe('404 not_found')
    const feed = await service.program<Events>('GET /api/events?limit=200')
    expect(feed.body.events.map(({ id }) => id)).not.toContain(delivery.headers['webhook-id'])
    const both = { body: { ...body, webhookId: 'whk_x' } }
    for (const request of [both, { body: {} }]) {
      const refused = await service.program('POST /api/webhooks/test', request)
      expect(errorOf(refused)).toBe('400 invalid_input')
    }
  })
})

describe('access', () => {
  test('error: returns 401 without credentials', async () => {
    const calls = [
      'GET /api/webhooks',
      'POST /api/webhooks',
      'PUT /api/webhooks/x',
      'DELETE /api/webhooks/x',
      'POST /api/webhooks/test',
      'GET /api/webhooks/deliveries',
      'GET /api/webhooks/deliveries/x',
      'POST /api/webhooks/deliveries/x/redeliver',
      'GET /api/events',
      'GET /api/events/stream',
    ]
    for (const call of calls) expect(errorOf(await service.anyone(call))).toBe('401 unauthorized')
  })

  test('error: returns 403 without the scope; creating an endpoint needs read and write', async () => {
    const keyWith = async (scope: string) => {
      const body = { name: unique('Till'), scopes: [scope] }
      const response = await service.owner<{ apiKey: string }>('POST /api/keys', { body })
      return createSender(service.origin, { 'x-api-key': response.body.apiKey })
    }
    const url = { body: { url: server.at('/never') } }
    const [reader, writer] = [await keyWith('receipts:read'), await keyWith('receipts:write')]
    const refusals = [
      await reader('POST /api/webhooks', url),
      await reader('POST /api/webhooks/test', url),
      await writer('GET /api/webhooks'),
      await writer('GET /api/webhooks/deliveries'),
      await writer('GET /api/events'),
      await writer('POST /api/webhooks', url),
    ]
    expect(
      refusals.map((refusal) => `${errorOf(refusal)} ${refusal.body['requiredScope']}`),
    ).toEqual([
      '403 forbidden receipts:write',
      '403 forbidden receipts:write',
      '403 forbidden receipts:read',
      '403 forbidden receipts:read',
      '403 forbidden receipts:read',
      '403 forbidden receipts:read',
    ])
    expect((await reader('GET /api/events')).status).toBe(200)
  })
})
