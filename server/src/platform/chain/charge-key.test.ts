import fc from 'fast-check'
import { encodeAbiParameters, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Hash, parseHash } from '../../lib/hex.js'
import { chargeKeyOf } from './charge-key.js'

const permissionHash = parseHash(`0x${'ab'.repeat(32)}`) as Hash

describe('chargeKeyOf', () => {
  test('default: hashes the ABI encoding', () => {
    const parameters = [{ type: 'bytes32' }, { type: 'uint48' }] as const
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 48 - 1 }), (periodStart) => {
        const encoded = encodeAbiParameters(parameters, [permissionHash, periodStart])
        expect(chargeKeyOf({ permissionHash, periodStart })).toBe(keccak256(encoded))
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  test('behavior: differs by permission and period', () => {
    const other = parseHash(`0x${'cd'.repeat(32)}`) as Hash
    const keys = [
      chargeKeyOf({ permissionHash, periodStart: 1 }),
      chargeKeyOf({ permissionHash, periodStart: 2 }),
      chargeKeyOf({ permissionHash: other, periodStart: 1 }),
    ]
    expect(new Set(keys).size).toBe(3)
  })
})
