import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { now } from '../../test/context.js'
import { serve } from '../../test/serve.js'
import {
  baseUrl,
  challengeWith,
  document,
  offer,
  receipt,
  signFields,
  summary,
  terms,
  toHeader,
} from '../../test/sign-evidence.js'
import { type OfferInput, verifyOffer } from './verify-offer.js'

const { version: _, ...verified } = offer
const verify = (input: Partial<OfferInput> = {}) =>
  verifyOffer({ paymentRequired: challengeWith(), baseUrl, document, now, ...input })
const codeOf = (input: Partial<OfferInput>) =>
  verify(input).then(
    () => 'verified',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

describe('verifyOffer', () => {
  test('default', async () => {
    expect(await verify()).toEqual(verified)
  })

  test('behavior: fetches the key from the service', async () => {
    const service = await serve({ json: document })
    const fetch: typeof globalThis.fetch = (url, init) =>
      globalThis.fetch(String(url).replace(baseUrl, service.baseUrl), init)
    expect(await verify({ document: undefined, fetch })).toEqual(verified)
    expect(service.received.map(({ url }) => url)).toEqual(['/.well-known/did.json'])
  })

  test.each([{ status: 500, json: {} }, { json: [] }, { text: 'not json' }])(
    'error: key_unavailable when the service responds with %o',
    async (reply) => {
      const service = await serve(reply)
      const fetch: typeof globalThis.fetch = (_url, init) => globalThis.fetch(service.baseUrl, init)
      expect(await codeOf({ document: undefined, fetch })).toBe('key_unavailable')
    },
  )

  test.each(Object.keys(terms))('error: terms_changed when %s of accepts differs', async (name) => {
    const accepts = [{ ...terms, extra: summary, [name]: 'another' }]
    expect(await codeOf({ paymentRequired: challengeWith(undefined, { accepts }) })).toBe(
      'terms_changed',
    )
  })

  test.each<[string, unknown]>([
    ['quoteId', 'R-2'],
    ['quoteId', undefined],
    ['expiresAt', summary.expiresAt + 60_000],
    ['totalUsd', 2.5],
    ['totalUsd', 'free'],
  ])('error: terms_changed when %s of extra is %s', async (name, value) => {
    const accepts = [{ ...terms, extra: { ...summary, [name]: value } }]
    expect(await codeOf({ paymentRequired: challengeWith(undefined, { accepts }) })).toBe(
      'terms_changed',
    )
  })

  test('behavior: an offer that is not for an order has no quoteId', async () => {
    const { receiptId: _, ...plan } = offer
    const { quoteId: __, ...extra } = summary
    const accept = (shown: object) =>
      codeOf({
        paymentRequired: challengeWith(signFields(plan), { accepts: [{ ...terms, extra: shown }] }),
      })
    expect(await accept(extra)).toBe('verified')
    expect(await accept(summary)).toBe('terms_changed')
  })

  test('error: terms_changed when only one of two elements is signed', async () => {
    const signed = { ...terms, extra: summary }
    const accepts = [signed, { ...signed, payTo: `0x${'1'.repeat(40)}` }]
    expect(await codeOf({ paymentRequired: challengeWith(undefined, { accepts }) })).toBe(
      'terms_changed',
    )
  })

  test('error: terms_changed when the resource is another one', async () => {
    const resource = { url: `${baseUrl}/api/x402/subscribe` }
    expect(await codeOf({ paymentRequired: challengeWith(undefined, { resource }) })).toBe(
      'terms_changed',
    )
  })

  test('error: signature_wrong when the signed text was changed', async () => {
    const [header, , signature] = signFields(offer).split('.')
    const payload = Buffer.from(JSON.stringify({ ...offer, amount: '1' })).toString('base64url')
    const accepts = [{ ...terms, amount: '1', extra: summary }]
    const forged = challengeWith(`${header}.${payload}.${signature}`, { accepts })
    expect(await codeOf({ paymentRequired: forged })).toBe('signature_wrong')
  })

  test.each(['none', 'HS256', 'ES384'])('error: rejects the algorithm %s', async (alg) => {
    const signature = signFields(offer, { alg, kid: document.verificationMethod?.[0]?.id })
    expect(await codeOf({ paymentRequired: challengeWith(signature) })).toBe('signature_wrong')
  })

  test.each([
    ['of another service', 'did:web:evil.example#key-1', 'issuer_wrong'],
    ['of a service with a similar name', 'did:web:pay.example.com.evil#key-1', 'issuer_wrong'],
    ['inside the signature', 'did:jwk:eyJrdHkiOiJFQyJ9#0', 'issuer_wrong'],
    ['that is not published', 'did:web:pay.example.com#key-2', 'key_unknown'],
  ])('error: rejects a key %s', async (_name, kid, code) => {
    const signature = signFields(offer, { alg: 'ES256', kid })
    expect(await codeOf({ paymentRequired: challengeWith(signature) })).toBe(code)
  })

  test('error: issuer_wrong for a resource of another service', async () => {
    const signature = signFields({ ...offer, resourceUrl: 'https://pay.example.com.evil/orders' })
    expect(await codeOf({ paymentRequired: challengeWith(signature) })).toBe('issuer_wrong')
  })

  test('error: unknown_shape for a signed receipt', async () => {
    const paymentRequired = challengeWith(signFields(receipt))
    expect(await codeOf({ paymentRequired })).toBe('unknown_shape')
  })

  test('error: offer_expired after its end, unless accepted', async () => {
    expect(await codeOf({ now: now + 300_000 })).toBe('verified')
    expect(await codeOf({ now: now + 301_000 })).toBe('offer_expired')
    expect(await codeOf({ now: now + 301_000, acceptExpired: true })).toBe('verified')
  })

  test.each([
    ['no header', null, 'header_malformed'],
    ['no base64', '%%%', 'header_malformed'],
    ['no object', toHeader([]), 'header_malformed'],
    ['no extension', toHeader({ accepts: [terms] }), 'signature_missing'],
    ['no accepts', challengeWith(undefined, { accepts: [] }), 'terms_changed'],
    ['four parts', challengeWith(`${signFields(offer)}.a`), 'signature_wrong'],
    ['no parts', challengeWith(''), 'header_malformed'],
  ])('error: rejects a challenge with %s', async (_name, paymentRequired, code) => {
    expect(await codeOf({ paymentRequired })).toBe(code)
  })

  test('property: no changed character passes', async () => {
    const signature = signFields(offer)
    const changes = fc.tuple(fc.nat(signature.length - 1), fc.constantFrom('A', 'z', '_', '.'))
    await fc.assert(
      fc.asyncProperty(changes, async ([index, character]) => {
        // The last character carries unused bits.
        fc.pre(signature[index] !== character && index < signature.length - 1)
        const changed = signature.slice(0, index) + character + signature.slice(index + 1)
        expect(await codeOf({ paymentRequired: challengeWith(changed) })).not.toBe('verified')
      }),
      { numRuns: 60 },
    )
  })
})
