import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../lib/errors.js'
import { checksumAddress, knownAddress } from '../../lib/hex.js'
import { readAuthorization } from './read-authorization.js'

const payer = knownAddress('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc')
const validClaim = {
  payer: checksumAddress(payer),
  amountUnits: '12000000',
  validAfter: 0,
  validBefore: 1_767_272_400,
  salt: `0x${'AB'.repeat(32)}`,
  signature: `0x${'Cd'.repeat(65)}`,
}

function codeOf(body: object): string {
  try {
    readAuthorization(body)
    return 'read'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `${error.code}: ${error.message}`
  }
}

describe('readAuthorization', () => {
  test('default', () => {
    expect(readAuthorization(validClaim)).toEqual({
      symbol: 'USDC',
      payer,
      units: 12_000_000n,
      validAfterSeconds: 0,
      validBeforeSeconds: 1_767_272_400,
      salt: `0x${'ab'.repeat(32)}`,
      signature: `0x${'cd'.repeat(65)}`,
    })
  })

  test.each(['USDC', 'EURC'])('behavior: accepts %s', (token) => {
    expect(readAuthorization({ ...validClaim, token })).toMatchObject({ symbol: token })
  })

  test('behavior: parses every valid body', () => {
    const hex = (min: number, max = min) =>
      fc.uint8Array({ minLength: min, maxLength: max }).map((bytes) => {
        return `0x${Buffer.from(bytes).toString('hex')}`
      })
    const seconds = fc.nat({ max: Number.MAX_SAFE_INTEGER })
    const written = fc.record({
      token: fc.constantFrom('USDC', 'EURC'),
      payer: hex(20),
      salt: hex(32),
      amountUnits: fc.bigInt({ min: 1n, max: 10n ** 77n - 1n }).map(String),
      validAfter: seconds,
      validBefore: seconds,
      signature: hex(65, 2_048),
    })
    fc.assert(
      fc.property(written, (body) => {
        const read = readAuthorization(body)
        expect({
          token: read.symbol,
          payer: read.payer,
          salt: read.salt,
          amountUnits: String(read.units),
          validAfter: read.validAfterSeconds,
          validBefore: read.validBeforeSeconds,
          signature: read.signature,
        }).toEqual(body)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['token', ['usdc', 'USDT', 'ETH', '', null, 1, {}]],
    [
      'payer',
      [undefined, null, '', payer.slice(0, 41), validClaim.payer.replace('C', 'c'), 5, [payer]],
    ],
    ['amountUnits', [undefined, null, '', '0', '-1', '1.5', '1e6', '0x1', ' 1', '01', 12_000_000]],
    ['amountUnits', ['9'.repeat(78), `${2n ** 256n}`]],
    ['validAfter', [undefined, null, '0', -1, 0.5, 2 ** 53, Number.NaN]],
    ['validBefore', [undefined, null, '1767272400', -1, 1.5, 2 ** 53, {}]],
    ['salt', [undefined, null, '', '0x', `0x${'a'.repeat(63)}`, 'a'.repeat(66), 7]],
    ['signature', [undefined, null, '', '0x', `0x${'ab'.repeat(64)}`, `0x${'ab'.repeat(2_049)}`]],
    ['signature', [`0x${'ab'.repeat(65)}a`, 'ab'.repeat(66), `0x${'zz'.repeat(65)}`, 5]],
  ])('error: rejects an invalid %s', (name, values) => {
    for (const value of values) {
      expect(codeOf({ ...validClaim, [name]: value }), JSON.stringify(value)).toMatch(
        `invalid_input: ${name} must be`,
      )
    }
  })

  test('error: rejects any other body with an AppError', () => {
    const hostile = fc.dictionary(
      fc.constantFrom('token', ...Object.keys(validClaim)),
      fc.anything(),
      {
        minKeys: 1,
        maxKeys: 2,
      },
    )
    fc.assert(
      fc.property(hostile, (fields) => {
        expect(codeOf({ ...validClaim, ...fields })).toMatch(
          /^(read|invalid_input: \w+ must be .+)$/,
        )
      }),
      { numRuns: 300 },
    )
  })
})
