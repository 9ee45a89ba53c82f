import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import type { Address } from '../../lib/hex.js'
import { decodeShares, encodeShares } from './predict-split.js'

const recipients = fc
  .array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 16 })
  .map((shares) => shares.map((sharesBps) => ({ address: aWallet(), sharesBps })))

describe('encodeShares', () => {
  test('default: encodes 22 bytes each, ascending', () => {
    const high = `0x${'b'.repeat(40)}` as Address
    const low = `0x${'a'.repeat(40)}` as Address
    const shares = [
      { address: high, sharesBps: 50 },
      { address: low, sharesBps: 9_950 },
    ]
    expect(encodeShares(shares)).toBe(`0x${'a'.repeat(40)}26de${'b'.repeat(40)}0032`)
  })

  test('property: decodes to the encoded shares, in any order', () => {
    fc.assert(
      fc.property(recipients, (input) => {
        const encoded = encodeShares(input)
        expect(encodeShares(input.toReversed())).toBe(encoded)
        const shares = new Map(input.map(({ address, sharesBps }) => [address, sharesBps]))
        expect(decodeShares(encoded)).toEqual(shares)
      }),
      { seed: 1, numRuns: 200 },
    )
  })
})

describe('decodeShares', () => {
  test.each(['0x', '0x00', `0x${'a'.repeat(43)}`, `0x${'a'.repeat(45)}`] as const)(
    'error: returns null for %s',
    (args) => {
      expect(decodeShares(args)).toBeNull()
    },
  )
})
