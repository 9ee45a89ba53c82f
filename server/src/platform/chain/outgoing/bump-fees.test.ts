import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bumpFees } from './bump-fees.js'

const gwei = 10n ** 9n
const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({
  maxFeePerGas,
  maxPriorityFeePerGas,
})

describe('bumpFees', () => {
  test('default', () => {
    expect(bumpFees(fees(8n * gwei, 800n), fees(gwei, 1n))).toEqual(fees(9n * gwei, 900n))
  })

  test('behavior: rounds up', () => {
    expect(bumpFees(fees(9n, 1n), fees(0n, 0n))).toEqual(fees(11n, 2n))
  })

  test('behavior: uses the suggested fee if higher, for each separately', () => {
    expect(bumpFees(fees(800n, 80n), fees(2_000n, 1n))).toEqual(fees(2_000n, 90n))
    expect(bumpFees(fees(800n, 80n), fees(1n, 500n))).toEqual(fees(900n, 500n))
  })

  test('property: raises each fee by at least an eighth, with the tip within the fee', () => {
    const some = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.bigInt({ min: 0n, max: 10n ** 20n }))
      .map(([a, b]) => (a > b ? fees(a, b) : fees(b, a)))

    fc.assert(
      fc.property(some, some, (offered, suggested) => {
        const bumped = bumpFees(offered, suggested)
        for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
          expect(bumped[fee] * 8n >= offered[fee] * 9n).toBe(true)
          expect(bumped[fee] > offered[fee]).toBe(true)
          expect(bumped[fee] >= suggested[fee]).toBe(true)
        }
        expect(bumped.maxPriorityFeePerGas <= bumped.maxFeePerGas).toBe(true)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})
