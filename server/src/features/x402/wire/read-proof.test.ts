import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../lib/errors.js'
import { readProof } from './read-proof.js'

const chainId = 84_532
const address = `0x${'ab'.repeat(20)}`
const authorization = {
  from: address,
  to: `0x${'cd'.repeat(20)}`,
  value: '12060000',
  validAfter: '0',
  validBefore: '1767268800',
  nonce: `0x${'EF'.repeat(32)}`,
}
const payload = { signature: `0x${'AA'.repeat(65)}`, authorization }
const inV1 = { x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload }
const inV2 = {
  x402Version: 2,
  accepted: { scheme: 'exact', network: 'eip155:84532' },
  payload,
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
const read = (value: unknown, name = 'x-payment') =>
  readProof({ [name]: encode(value) }, { chainId })

describe('readProof', () => {
  test('default: reads a payment of either version in either header', () => {
    const expected = {
      payer: address,
      payTo: authorization.to,
      units: 12_060_000n,
      validAfterSeconds: 0n,
      validBeforeSeconds: 1_767_268_800n,
      nonce: `0x${'ef'.repeat(32)}`,
      signature: `0x${'aa'.repeat(65)}`,
      paymentId: null,
    }
    expect(read(inV1)).toEqual({ version: 1, ...expected })
    expect(read(inV1, 'payment-signature')).toEqual({ version: 1, ...expected })
    expect(read(inV2)).toEqual({ version: 2, ...expected })
    expect(readProof({}, { chainId })).toBeNull()
  })

  test('behavior: reads the id of a payment, and ignores an unsuitable one', () => {
    const withId = (id: unknown) => ({
      ...inV2,
      extensions: { 'payment-identifier': { info: { id } } },
    })
    expect(read(withId('payment-1234567890'))?.paymentId).toBe('payment-1234567890')
    expect(read(withId('short'))?.paymentId).toBeNull()
    expect(read(withId(7))?.paymentId).toBeNull()
  })

  const change = (fields: object) => ({
    ...inV1,
    payload: { ...payload, authorization: { ...authorization, ...fields } },
  })
  test.each<[string, unknown]>([
    ['no object', 'text'],
    ['a list', []],
    ['no version', { ...inV1, x402Version: undefined }],
    ['another network', { ...inV1, network: 'base' }],
    ['another scheme', { ...inV1, scheme: 'upto' }],
    ['no requirements in version 2', { ...inV2, accepted: null }],
    ['no payload', { ...inV1, payload: null }],
    ['no authorization', { ...inV1, payload: { signature: payload.signature } }],
    ['a number as amount', change({ value: 12_060_000 })],
    ['a negative amount', change({ value: '-1' })],
    ['an amount above 256 bits', change({ value: String(2n ** 256n) })],
    ['a short nonce', change({ nonce: '0x12' })],
    ['a wrong checksum', change({ from: `0x${'aB'.repeat(20)}` })],
    [
      'no hex in the signature',
      { ...inV1, payload: { ...payload, signature: `0x${'g'.repeat(130)}` } },
    ],
    [
      'a huge signature',
      { ...inV1, payload: { ...payload, signature: `0x${'aa'.repeat(3_000)}` } },
    ],
  ])('error: %s', (_, value) => {
    expect(() => read(value)).toThrow(expect.objectContaining({ code: 'invalid_payment' }))
  })

  test('property: anything in the header is read, or refused as an invalid payment', () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({ x402Version: fc.constantFrom(1, 2), payload: fc.jsonValue() }),
    )
    fc.assert(
      fc.property(fc.oneof(fc.string(), value.map(encode)), (header) => {
        try {
          readProof({ 'x-payment': header }, { chainId })
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
          expect(error).toMatchObject({ code: 'invalid_payment' })
        }
      }),
    )
  })
})
