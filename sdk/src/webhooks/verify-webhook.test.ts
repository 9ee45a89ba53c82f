import type { IncomingHttpHeaders } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { now } from '../../test/context.js'
import {
  deliveryId,
  developerKey,
  endpointSecret,
  eventId,
  signWebhook,
} from '../../test/sign-webhook.js'
import { verifyWebhook, type WebhookInput } from './verify-webhook.js'

const secret = developerKey
const event = { event: 'receipt.status_updated', receiptId: 'R-1', status: 'paid', timestamp: now }
const body = JSON.stringify(event)
const headers = signWebhook(body)
const { 'webhook-signature': _, ...serviceHeaders } = headers
const standardHeaders = Object.fromEntries(
  Object.entries(headers).filter(([name]) => name.startsWith('webhook-')),
)

const verified = { event, deliveryId, eventId, timestamp: now, attempt: 1 }
const codeOf = (input: Partial<WebhookInput>) =>
  verifyWebhook({ body, headers, secret, ...input }).then(
    () => 'verified',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

describe('verifyWebhook', () => {
  test('default', async () => {
    expect(await verifyWebhook({ body, headers, secret })).toEqual(verified)
  })

  test('behavior: a signature that was computed elsewhere', async () => {
    // printf %s '{"event":"a.b","timestamp":1767225600000}' | openssl dgst -sha256 -hmac tly_test_known
    const known = {
      body: '{"event":"a.b","timestamp":1767225600000}',
      secret: 'tly_test_known',
      headers: {
        'X-Service-Signature':
          'sha256=affc33b9ba9c2b7d99ff1c2bfdcc7f069ba1ce83d2d4605a96aab98c198364ea',
      },
    }
    expect(await verifyWebhook(known)).toEqual({
      event: { event: 'a.b', timestamp: now },
      deliveryId: null,
      eventId: null,
      timestamp: now,
      attempt: null,
    })
  })

  test('behavior: the secret of an endpoint', async () => {
    const signed = { body, headers: signWebhook(body, { secret: endpointSecret }) }
    expect(await verifyWebhook({ ...signed, secret: endpointSecret })).toEqual(verified)
    expect(await codeOf({ ...signed, secret: [secret, endpointSecret] })).toBe('verified')
  })

  test.each<[string, WebhookInput['body']]>([
    ['a Buffer', Buffer.from(body)],
    ['bytes', new TextEncoder().encode(body)],
    ['a part of larger bytes', new TextEncoder().encode(` ${body} `).subarray(1, -1)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('behavior: the body as %s', async (_, raw) => {
    expect(await verifyWebhook({ body: raw, headers, secret })).toEqual(verified)
  })

  test.each<[string, WebhookInput['headers']]>([
    ['of fetch', new Headers(headers)],
    ['of Node', { ...headers, 'set-cookie': ['a', 'b'], host: 'x' } satisfies IncomingHttpHeaders],
    ['as lists', Object.fromEntries(Object.entries(headers).map(([name, of]) => [name, [of]]))],
    ['as a Map', new Map(Object.entries(headers))],
    [
      'in capitals',
      Object.fromEntries(Object.entries(headers).map(([name, of]) => [name.toUpperCase(), of])),
    ],
  ])('behavior: headers %s', async (_, given) => {
    expect(await verifyWebhook({ body, headers: given, secret })).toEqual(verified)
  })

  test('behavior: either set of headers is enough, and says what it can', async () => {
    expect(await verifyWebhook({ body, headers: serviceHeaders, secret })).toEqual({
      ...verified,
      eventId: null,
    })
    expect(await verifyWebhook({ body, headers: standardHeaders, secret })).toEqual({
      ...verified,
      deliveryId: null,
      attempt: null,
    })
  })

  test('behavior: one of several secrets is enough', async () => {
    expect(await codeOf({ secret: ['tly_test_new', secret] })).toBe('verified')
    expect(await codeOf({ secret: ['tly_test_new', 'tly_test_newer'] })).toBe('signature_wrong')
  })

  test('behavior: the signatures may not be of two secrets', async () => {
    const other = signWebhook(body, { secret: 'tly_test_other' })
    const mixed = { ...headers, 'webhook-signature': other['webhook-signature'] }
    expect(await codeOf({ headers: mixed, secret: [secret, 'tly_test_other'] })).toBe(
      'headers_contradict',
    )
  })

  test('behavior: one of several Standard signatures is enough, of other versions none', async () => {
    const right = headers['webhook-signature']
    const wrong = signWebhook(`${body} `)['webhook-signature']
    const listed = (list: string) => codeOf({ headers: { ...headers, 'webhook-signature': list } })

    expect(await listed(`v1a,abc ${wrong} ${right}`)).toBe('verified')
    expect(await listed(`${wrong} v2,${right.slice(3)}`)).toBe('headers_contradict')
  })

  test('behavior: kinds of events that come later', async () => {
    const later = { event: 'subscription.charged', timestamp: now, amountUsd: 5 }
    const sent = JSON.stringify(later)
    const signed = signWebhook(sent, { event: later.event })
    expect((await verifyWebhook({ body: sent, headers: signed, secret })).event).toEqual(later)
  })

  test('behavior: old events are good, unless a tolerance is set', async () => {
    const limit = { toleranceMs: 300_000 }
    expect(await codeOf({ now: now + 1e12 })).toBe('verified')
    expect(await codeOf({ ...limit, now: now + 300_000 })).toBe('verified')
    expect(await codeOf({ ...limit, now: now + 300_001 })).toBe('outside_tolerance')
    expect(await codeOf({ ...limit, now: now - 300_001 })).toBe('outside_tolerance')
    expect(await codeOf(limit)).toBe('outside_tolerance')
  })

  test('behavior: any event verifies and comes back as it was', async () => {
    const anEvent = fc.record({
      event: fc.string({ minLength: 1 }).filter((kind) => kind !== 'receipt.status_updated'),
      timestamp: fc.maxSafeNat(),
      data: fc.jsonValue({ maxDepth: 1 }),
    })
    const aChar = fc.nat({ max: 0x2fff }).map((code) => String.fromCodePoint(code))
    const aSecret = fc.oneof(
      fc.string({ unit: aChar, minLength: 1 }).filter((text) => text.trim() !== ''),
      fc.uint8Array({ minLength: 1 }).map((key) => `whsec_${Buffer.from(key).toString('base64')}`),
    )
    await fc.assert(
      fc.asyncProperty(anEvent, aSecret, async (sent, used) => {
        const raw = JSON.stringify(sent)
        const signed = signWebhook(raw, { secret: used, timestamp: sent.timestamp })
        const { 'x-service-event': _, ...rest } = signed
        const result = await verifyWebhook({ body: raw, headers: rest, secret: used })
        expect(result.event).toEqual(JSON.parse(raw))
      }),
      { numRuns: 200 },
    )
  })

  test('behavior: any bytes are held to be signed before they are held to be no event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1 }), async (bytes) => {
        const code = await codeOf({ body: bytes, headers: signWebhook(bytes) })
        expect(['not_json', 'unknown_shape']).toContain(code)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['the body', 'body', headers],
    ['x-service-signature', 'x-service-signature', serviceHeaders],
    ['webhook-signature', 'webhook-signature', standardHeaders],
    ['webhook-id', 'webhook-id', standardHeaders],
    ['webhook-timestamp', 'webhook-timestamp', standardHeaders],
    ['x-service-timestamp', 'x-service-timestamp', serviceHeaders],
    ['a signature beside a right one', 'webhook-signature', headers],
  ])('error: one bit of %s is another', async (_, field, sent) => {
    const target = Buffer.from(field === 'body' ? body : (new Headers(sent).get(field) ?? ''))
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: target.length * 8 - 1 }), async (bit) => {
        const flipped = Buffer.from(target)
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const code =
          field === 'body'
            ? await codeOf({ body: flipped, headers: sent })
            : await codeOf({ headers: { ...sent, [field]: flipped.toString('latin1') } })
        expect(code).toMatch(/^(signature_wrong|signature_malformed|headers_contradict)$/)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['no JSON', 'paid', 'not_json'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'not_json'],
    ['null', 'null', 'unknown_shape'],
    ['a list', '[]', 'unknown_shape'],
    ['no event', `{"timestamp":${now}}`, 'unknown_shape'],
    ['an empty event', `{"event":"","timestamp":${now}}`, 'unknown_shape'],
    ['no timestamp', '{"event":"a.b"}', 'unknown_shape'],
    ['a timestamp in quotes', `{"event":"a.b","timestamp":"${now}"}`, 'unknown_shape'],
    [
      'a receipt without an id',
      `{"event":"receipt.status_updated","status":"paid","timestamp":${now}}`,
      'unknown_shape',
    ],
    [
      'a receipt without a status',
      `{"event":"receipt.status_updated","receiptId":"R-1","timestamp":${now}}`,
      'unknown_shape',
    ],
  ])('error: signed, but %s', async (_, signed, code) => {
    expect(await codeOf({ body: signed, headers: signWebhook(signed) })).toBe(code)
  })

  test.each([
    ['x-service-timestamp', String(now + 1)],
    ['x-service-timestamp', String(now / 1000)],
    ['x-service-event', 'receipt.paid'],
  ])('error: %s is not as in the body (%s)', async (name, value) => {
    expect(await codeOf({ headers: { ...headers, [name]: value } })).toBe('headers_contradict')
  })

  test.each([
    ['0', null],
    ['-1', null],
    ['two', null],
    ['12', 12],
  ])('behavior: attempt %j', async (header, attempt) => {
    const given = { ...headers, 'x-service-attempt': header }
    expect((await verifyWebhook({ body, headers: given, secret })).attempt).toBe(attempt)
  })

  test.each([
    ['serviceName', { serviceName: 'My Shop' }],
    ['toleranceMs', { toleranceMs: -1 }],
    ['toleranceMs', { toleranceMs: Number.NaN }],
    ['now', { now: Number.NaN }],
  ])('error: %s that cannot be used', async (name, option) => {
    const refused = verifyWebhook({ body, headers, secret, ...option })
    await expect(refused).rejects.toThrow(TypeError)
    await expect(refused).rejects.toThrow(name)
  })
})
