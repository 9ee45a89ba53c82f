import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { readEventStream } from '../read-event-stream.js'
import {
  addWebhook,
  bodyOf,
  listDeliveries,
  type MerchantServer,
  setStatus,
  signatureBy,
  standardSignatureBy,
} from './6-merchant-server.js'
import { asking, errorOf, makeReceipt, type Service, unique } from './client.js'

type Webhook = { id: string; secret: string | null }
type Events = { events: { id: string }[]; nextCursor: string }

/** What the spec leaves open: addresses of a shop, tests, and the same events to be asked for. */
export function testShopWebhooks(service: Service, server: MerchantServer): void {
  const newMerchant = () => service.signIn(generatePrivateKey())

  describe('6.5: webhooks of a shop', () => {
    test('behavior: made, listed, changed and deleted; the secret is shown once', async () => {
      const { ask } = await newMerchant()
      const url = server.at(`/${unique('shop')}`)
      const headers = { 'idempotency-key': unique('key') }
      const make = () => ask<{ webhook: Webhook }>('POST /api/webhooks', { body: { url }, headers })
      const { status, body } = await make()
      const shown = {
        ...{ id: expect.stringMatching(/^whk_/), url, events: ['receipt.status_updated'] },
        ...{ enabled: true, extendedRetries: false, createdAt: expect.any(Number) },
      }
      const secret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(status).toBe(201)
      expect(body).toEqual({ ok: true, webhook: { ...shown, secret } })
      expect((await make()).body.webhook).toEqual({ ...body.webhook, secret: null })
      const list = async () => (await ask<{ webhooks: Webhook[] }>('GET /api/webhooks')).body
      expect(await list()).toEqual({ ok: true, webhooks: [shown] })

      const path = `/api/webhooks/${body.webhook.id}`
      const changed = await ask(`PUT ${path}`, { body: { extendedRetries: true } })
      expect(changed.body).toEqual({ ok: true, webhook: { ...shown, extendedRetries: true } })
      expect(errorOf(await service.program(`PUT ${path}`, { body: {} }))).toBe('404 not_found')
      expect(errorOf(await service.program(`DELETE ${path}`))).toBe('404 not_found')
      const gone = await ask(`DELETE ${path}`)
      expect(gone.body).toEqual({ ok: true, id: body.webhook.id, deleted: true })
      expect(await list()).toEqual({ ok: true, webhooks: [] })
      expect(errorOf(await ask(`DELETE ${path}`))).toBe('404 not_found')
    })

    test("behavior: gets every receipt's events, signed with its own secret, while enabled", async () => {
      const { ask } = await newMerchant()
      const [all, off] = [`/${unique('shop')}`, `/${unique('shop')}`]
      const disabled = { url: server.at(off), enabled: false }
      await addWebhook(ask, disabled)
      const { id: webhookId, secret } = await addWebhook(ask, { url: server.at(all) })
      const receiptId = await makeReceipt(ask)
      await setStatus(ask, { receiptId, status: 'link_opened' })
      const sent = await server.first(all)
      expect(bodyOf(sent)).toMatchObject({ receiptId, status: 'link_opened' })
      expect(sent.headers['x-service-signature']).toBe(signatureBy(secret, sent))
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
      expect(sent.headers['webhook-signature']).toBe(standardSignatureBy(key, sent))

      const deliveries = await listDeliveries(ask, `receiptId=${receiptId}`)
      expect(deliveries).toMatchObject([{ webhookId }])
      expect(server.hasGot(off)).toBe(false)
    })

    test("behavior: a receipt's own address gets its events as well, about the same event", async () => {
      const { ask } = await newMerchant()
      const all = `/${unique('shop')}`
      await addWebhook(ask, { url: server.at(all) })
      const own = await server.firstWebhook(ask)
      const shop = await server.first(all)
      expect(shop.body).toEqual(own.body)
      expect(shop.headers['webhook-id']).toBe(own.headers['webhook-id'])
      expect(shop.headers['x-service-delivery']).not.toBe(own.headers['x-service-delivery'])
    })

    test('error: 400 invalid_input for an eleventh, and for what cannot be', async () => {
      const { ask } = await newMerchant()
      const url = server.at(`/${unique('shop')}`)
      for (let made = 0; made < 10; made += 1) await addWebhook(ask, { url })
      for (const body of [{ url }, {}, { url, events: [] }, { url, events: ['receipt.paid'] }]) {
        expect(errorOf(await ask('POST /api/webhooks', { body }))).toBe('400 invalid_input')
      }
    })

    test('behavior: a test event says that it is one, and is no news', async () => {
      const path = `/${unique('test')}`
      const body = { url: server.at(path), status: 'paid' }
      const { status, body: answer } = await service.program('POST /api/webhooks/test', { body })
      expect(status).toBe(201)
      const sent = await server.first(path)
      const event = bodyOf(sent)
      expect(event).toMatchObject({ test: true, status: 'paid', event: 'receipt.status_updated' })
      expect(sent.headers['x-service-signature']).toBe(signatureBy(service.demo.apiKey, sent))
      expect(answer).toEqual({ ok: true, deliveryId: sent.headers['x-service-delivery'] })
      const receipt = await service.program(`GET /api/receipts/${event['receiptId']}`)
      expect(errorOf(receipt)).toBe('404 not_found')
      const feed = await service.program<Events>('GET /api/events?limit=200')
      expect(feed.body.events.map(({ id }) => id)).not.toContain(sent.headers['webhook-id'])
      const both = { body: { ...body, webhookId: 'whk_x' } }
      for (const given of [both, { body: {} }]) {
        const refused = await service.program('POST /api/webhooks/test', given)
        expect(errorOf(refused)).toBe('400 invalid_input')
      }
    })
  })

  describe('the same events, to be asked for', () => {
    /** A merchant of which three things are known. */
    async function newsOf() {
      const { ask, headers } = await newMerchant()
      const { secret: _, url } = await addWebhook(ask, { url: server.at(`/${unique('shop')}`) })
      const receiptId = await makeReceipt(ask)
      const statuses = ['link_opened', 'buyer_logged_in', 'checkout_initialized']
      for (const status of statuses) await setStatus(ask, { receiptId, status })
      const sent = await server.got(new URL(url).pathname, 3)
      return { ask, headers, receiptId, statuses, sent }
    }

    test('behavior: GET /api/events has the ids and bodies of webhooks, in pages', async () => {
      const { ask, sent } = await newsOf()
      const read = async (query: string) => (await ask<Events>(`GET /api/events${query}`)).body
      const first = await read('?limit=2')
      const second = await read(`?limit=2&after=${first.nextCursor}`)
      const events = [...first.events, ...second.events]
      expect(first.events).toHaveLength(2)
      expect(events).toEqual(
        sent.map((one) => ({
          id: one.headers['webhook-id'],
          createdAt: bodyOf(one)['timestamp'],
          ...bodyOf(one),
        })),
      )
      const { nextCursor } = second
      expect(await read(`?after=${nextCursor}`)).toEqual({ events: [], nextCursor })
      expect((await read('')).events).toEqual(events)
      const others = await (await newMerchant()).ask<Events>('GET /api/events')
      expect(others.body).toEqual({ events: [], nextCursor: '0' })
      expect(errorOf(await ask('GET /api/events?after=yesterday'))).toBe('400 invalid_input')
    })

    test('behavior: GET /api/events/stream tells them as they happen, and goes on', async () => {
      const { ask, headers, receiptId, statuses, sent } = await newsOf()
      const url = `${service.origin}/api/events/stream`
      const past = await readEventStream(`${url}?after=0`, { headers, count: 3 })
      expect(past.map(({ event }) => event)).toEqual(statuses.map(() => 'receipt.status_updated'))
      expect(past.map(({ data }) => data['status'])).toEqual(statuses)
      expect(past.map(({ data }) => data['id'])).toEqual(
        sent.map((one) => one.headers['webhook-id']),
      )

      const resumed = { ...headers, 'last-event-id': past[0]?.id ?? '' }
      const rest = await readEventStream(url, { headers: resumed, count: 2 })
      expect(rest).toEqual(past.slice(1))

      const after = { ...headers, 'last-event-id': past[2]?.id ?? '' }
      const live = readEventStream(url, { headers: after, count: 1 })
      await setStatus(ask, { receiptId, status: 'link_opened' })
      expect((await live)[0]?.data).toMatchObject({ receiptId, status: 'link_opened' })
    })
  })

  describe('who may', () => {
    test('error: 401 for nobody', async () => {
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

    test('error: 403 without the scope; saying where events go takes reading and writing', async () => {
      const keyWith = async (scope: string) => {
        const body = { name: unique('Till'), scopes: [scope] }
        const made = await service.owner<{ apiKey: string }>('POST /api/keys', { body })
        return asking(service.origin, { 'x-api-key': made.body.apiKey })
      }
      const url = { body: { url: server.at(`/never`) } }
      const [reader, writer] = [await keyWith('receipts:read'), await keyWith('receipts:write')]
      const refusals = [
        await reader('POST /api/webhooks', url),
        await reader('POST /api/webhooks/test', url),
        await writer('GET /api/webhooks'),
        await writer('GET /api/webhooks/deliveries'),
        await writer('GET /api/events'),
        await writer('POST /api/webhooks', url),
      ]
      expect(refusals.map((one) => `${errorOf(one)} ${one.body['requiredScope']}`)).toEqual([
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
}
