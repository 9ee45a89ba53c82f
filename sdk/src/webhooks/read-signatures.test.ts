import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSignatures } from './read-signatures.js'

const hex = 'ab'.repeat(32)
const base64 = Buffer.alloc(32, 0xab).toString('base64')
const none = { event: null, delivery: null, timestamp: null, attempt: null }
const readService = (signature: string) =>
  readSignatures({ service: { prefix: 'x-acme', signature, ...none }, standard: null })
const readStandard = (signature: string) =>
  readSignatures({ service: null, standard: { id: 'e', timestamp: '1', signature } })

describe('readSignatures', () => {
  test('default', () => {
    const signatures = [new Uint8Array(32).fill(0xab)]
    expect(readService(`sha256=${hex}`)).toEqual([
      {
        header: 'x-acme-signature',
        keyForm: 'service',
        signatures,
        signedPrefix: new Uint8Array(),
      },
    ])
    expect(readStandard(`v1,${base64}`)).toEqual([
      {
        header: 'webhook-signature',
        keyForm: 'standard',
        signatures,
        signedPrefix: new Uint8Array(Buffer.from('e.1.')),
      },
    ])
  })

  test('property: reads any signature', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const text = Buffer.from(bytes)
        expect(readService(`sha256=${text.toString('hex')}`)[0]?.signatures).toEqual([bytes])
        expect(readStandard(`v1,${text.toString('base64')}`)[0]?.signatures).toEqual([bytes])
      }),
    )
  })

  test('behavior: keeps the valid signatures of a list', () => {
    const [header] = readStandard(`v1a,xyz v1,short v1,${base64} v1,${base64}`)
    expect(header?.signatures).toHaveLength(2)
  })

  test.each([
    [hex, 'It does not start with sha256=.'],
    [`SHA256=${hex}`, 'It does not start with sha256=.'],
    [`sha256=${hex.slice(1)}`, '63 characters instead of 64'],
    [`sha256=${hex}, sha256=${hex}`, '137 characters instead of 64'],
    [`sha256=${hex.toUpperCase()}`, 'characters other than 0-9 and a-f'],
    [`sha256=${base64}`, '44 characters instead of 64'],
  ])('error: rejects the x-acme-signature %s', (signature, message) => {
    const attempt = () => readService(signature)
    expect(attempt).toThrow(expect.objectContaining({ code: 'signature_malformed' }))
    expect(attempt).toThrow(message)
  })

  test.each([
    [base64, 'no signature that starts with v1,.'],
    [`v1=${base64}`, 'no signature that starts with v1,.'],
    [`v2,${base64}`, 'no signature that starts with v1,.'],
    ['v1,', 'not 32 bytes in base64'],
    [`v1,${hex}`, 'not 32 bytes in base64'],
    [`v1,${base64.slice(0, -1)}`, 'not 32 bytes in base64'],
    // A decoder that ignores the last two bits returns the same bytes.
    [`v1,${base64.replace(/.=$/, 't=')}`, 'not 32 bytes in base64'],
    [Array(9).fill(`v1,${base64}`).join(' '), 'more than 8 signatures'],
  ])('error: rejects the webhook-signature %s', (signature, message) => {
    const attempt = () => readStandard(signature)
    expect(attempt).toThrow(expect.objectContaining({ code: 'signature_malformed' }))
    expect(attempt).toThrow(message)
  })
})
