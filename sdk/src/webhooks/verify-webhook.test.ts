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

  test('behavior: accepts a signature computed by openssl', async () => {
    // printf %s '{"event":"a.b","timestamp":1767225600000}' | openssl dgst -sha256 -hmac
    // tly_test_known
    const knownParts = {
      body: '{"event":"a.b","timestamp":1767225600000}',
      secret: 'tly_test_known',
      headers: {
        'X-Service-Signature':
          'sha256=affc33b9ba9c2b7d99ff1c2bfdcc7f069ba1ce83d2d4605a96aab98c198364ea',
      },
    }
    expect(await verifyWebhook(knownParts)).toEqual({
      event: { event: 'a.b', timestamp: now },
      deliveryId: null,
      eventId: null,
      timestamp: now,
      attempt: null,
    })
  })

  test('behavior: accepts an endpoint secret', async () => {
    const signed = { body, headers: signWebhook(body, { secret: endpointSecret }) }
    expect(await verifyWebhook({ ...signed, secret: endpointSecret })).toEqual(verified)
    expect(await codeOf({ ...signed, secret: [secret, endpointSecret] })).toBe('verified')
  })

  test.each<[string, WebhookInput['body']]>([
    ['a Buffer', Buffer.from(body)],
    ['bytes', new TextEncoder().encode(body)],
    ['a view of larger bytes', new TextEncoder().encode(` ${body} `).subarray(1, -1)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
  ])('behavior: accepts the body as %s', async (_, raw) => {
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
  ])('behavior: accepts headers %s', async (_, webhookHeaders) => {
    expect(await verifyWebhook({ body, headers: webhookHeaders, secret })).toEqual(verified)
  })

  test('behavior: accepts either set of headers and returns null for the rest', async () => {
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

  test('behavior: accepts a webhook that matches one of several secrets', async () => {
    expect(await codeOf({ secret: ['tly_test_new', secret] })).toBe('verified')
    expect(await codeOf({ secret: ['tly_test_new', 'tly_test_newer'] })).toBe('signature_wrong')
  })

  test('behavior: rejects signatures of two different secrets', async () => {
    const other = signWebhook(body, { secret: 'tly_test_other' })
    const mixed = { ...headers, 'webhook-signature': other['webhook-signature'] }
    expect(await codeOf({ headers: mixed, secret: [secret, 'tly_test_other'] })).toBe(
      'headers_contradict',
    )
  })

  test('behavior: accepts one valid v1 signature in a list and ignores other versions', async () => {
    const valid = headers['webhook-signature']
    const invalid = signWebhook(`${body} `)['webhook-signature']
    const listed = (list: string) => codeOf({ headers: { ...headers, 'webhook-signature': list } })

    expect(await listed(`v1a,abc ${invalid} ${valid}`)).toBe('verified')
    expect(await listed(`${invalid} v2,${valid.slice(3)}`)).toBe('headers_contradict')
  })

  test('behavior: returns events of unknown kinds', async () => {
    const unknown = { event: 'subscription.charged', timestamp: now, amountUsd: 5 }
    const sent = JSON.stringify(unknown)
    const signed = signWebhook(sent, { event: unknown.event })
    expect((await verifyWebhook({ body: sent, headers: signed, secret })).event).toEqual(unknown)
  })

  test('behavior: accepts old events unless toleranceMs is set', async () => {
    const limit = { toleranceMs: 300_000 }
    expect(await codeOf({ now: now + 1e12 })).toBe('verified')
    expect(await codeOf({ ...limit, now: now + 300_000 })).toBe('verified')
    expect(await codeOf({ ...limit, now: now + 300_001 })).toBe('outside_tolerance')
    expect(await codeOf({ ...limit, now: now - 300_001 })).toBe('outside_tolerance')
    expect(await codeOf(limit)).toBe('outside_tolerance')
  })

  test('property: returns any signed event unchanged', async () => {
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

  test('property: verifies the signature of any bytes before parsing them', async () => {
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
    ['one signature of two', 'webhook-signature', headers],
  ])('error: rejects a flipped bit in %s', async (_, field, sent) => {
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
    ['invalid JSON', 'paid', 'not_json'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'not_json'],
    ['null', 'null', 'unknown_shape'],
    ['a list', '[]', 'unknown_shape'],
    ['an object without an event', `{"timestamp":${now}}`, 'unknown_shape'],
    ['an empty event', `{"event":"","timestamp":${now}}`, 'unknown_shape'],
    ['an object without a timestamp', '{"event":"a.b"}', 'unknown_shape'],
    ['a string timestamp', `{"event":"a.b","timestamp":"${now}"}`, 'unknown_shape'],
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
  ])('error: rejects a signed body with %s', async (_, signed, code) => {
    expect(await codeOf({ body: signed, headers: signWebhook(signed) })).toBe(code)
  })

  test.each([
    ['x-service-timestamp', String(now + 1)],
    ['x-service-timestamp', String(now / 1000)],
    ['x-service-event', 'receipt.paid'],
  ])('error: rejects the %s %s, which differs from the body', async (name, value) => {
    expect(await codeOf({ headers: { ...headers, [name]: value } })).toBe('headers_contradict')
  })

  test.each([
    ['0', null],
    ['-1', null],
    ['two', null],
    ['12', 12],
  ])('behavior: reads the attempt header %j', async (header, attempt) => {
    const attemptHeaders = { ...headers, 'x-service-attempt': header }
    expect((await verifyWebhook({ body, headers: attemptHeaders, secret })).attempt).toBe(attempt)
  })

  test.each([
    ['serviceName', { serviceName: 'My Shop' }],
    ['toleranceMs', { toleranceMs: -1 }],
    ['toleranceMs', { toleranceMs: Number.NaN }],
    ['now', { now: Number.NaN }],
  ])('error: rejects an invalid %s', async (name, option) => {
    const verification = verifyWebhook({ body, headers, secret, ...option })
    await expect(verification).rejects.toThrow(TypeError)
    await expect(verification).rejects.toThrow(name)
  })
})
