import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bumpFees, limitFees } from './fees.js'

const gwei = 10n ** 9n
const limit = 10n ** 30n
const fees = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({
  maxFeePerGas,
  maxPriorityFeePerGas,
})

describe('bumpFees', () => {
  test('default', () => {
    expect(bumpFees(fees(8n * gwei, 800n), fees(gwei, 1n), limit)).toEqual(fees(9n * gwei, 900n))
  })

  test('behavior: rounds up', () => {
    expect(bumpFees(fees(9n, 1n), fees(0n, 0n), limit)).toEqual(fees(11n, 2n))
  })

  test('behavior: uses the suggested fee if higher, for each separately', () => {
    expect(bumpFees(fees(800n, 80n), fees(2_000n, 1n), limit)).toEqual(fees(2_000n, 90n))
    expect(bumpFees(fees(800n, 80n), fees(1n, 500n), limit)).toEqual(fees(900n, 500n))
  })

  test('behavior: reaches the limit when that is at least a tenth more', () => {
    expect(bumpFees(fees(100n, 10n), fees(50n, 1n), 111n)).toEqual(fees(111n, 12n))
    expect(bumpFees(fees(100n, 100n), fees(900n, 1n), 110n)).toEqual(fees(110n, 110n))
    expect(bumpFees(fees(100n, 10n), fees(900n, 1n), 109n)).toBeNull()
  })

  test('property: raises each fee by at least a tenth, within the limit, or not at all', () => {
    const anyFee = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.bigInt({ min: 0n, max: 10n ** 20n }))
      .map(([a, b]) => (a > b ? fees(a, b) : fees(b, a)))

    fc.assert(
      fc.property(
        anyFee,
        anyFee,
        fc.bigInt({ min: 1n, max: 10n ** 21n }),
        (offered, suggested, max) => {
          const bumped = bumpFees(offered, suggested, max)
          if (!bumped) {
            expect(max * 10n < offered.maxFeePerGas * 11n).toBe(true)
            return
          }
          for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
            expect(bumped[fee] * 10n >= offered[fee] * 11n).toBe(true)
            expect(bumped[fee] > offered[fee]).toBe(true)
          }
          expect(bumped.maxFeePerGas <= max).toBe(true)
          expect(bumped.maxPriorityFeePerGas <= bumped.maxFeePerGas).toBe(true)
        },
      ),
      { seed: 1, numRuns: 500 },
    )
  })
})

describe('limitFees', () => {
  const suggested = { baseFeePerGas: 40n, maxFeePerGas: 90n, maxPriorityFeePerGas: 10n }

  test('default', () => {
    expect(limitFees(suggested, 100n)).toEqual({ maxFeePerGas: 90n, maxPriorityFeePerGas: 10n })
  })

  test('behavior: lowers the fees to the limit', () => {
    expect(limitFees(suggested, 50n)).toEqual({ maxFeePerGas: 50n, maxPriorityFeePerGas: 10n })
    const tipped = { ...suggested, maxPriorityFeePerGas: 70n }
    expect(limitFees(tipped, 60n)).toEqual({ maxFeePerGas: 60n, maxPriorityFeePerGas: 60n })
  })

  test('behavior: returns null when the base fee exceeds the limit', () => {
    expect(limitFees(suggested, 40n)).toMatchObject({ maxFeePerGas: 40n })
    expect(limitFees(suggested, 39n)).toBeNull()
  })
})
