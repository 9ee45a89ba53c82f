import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baseUnits } from '../../lib/money.js'
import { shareOut } from './share-out.js'

/** Shares of one to sixteen recipients that sum to the total. */
const shares = fc
  .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 15 })
  .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 10_000])
  .map((ends) => ends.slice(1).map((end, index) => end - (ends[index] ?? 0)))

describe('shareOut', () => {
  test('default', () => {
    expect(shareOut(baseUnits(100_000_000n), [9_950, 50])).toEqual([99_500_000n, 500_000n])
  })

  test('behavior: rounds each part down', () => {
    expect(shareOut(baseUnits(199n), [9_950, 50])).toEqual([198n, 0n])
    expect(shareOut(baseUnits(0n), [10_000])).toEqual([0n])
  })

  test('property: parts never exceed the total and leave less than one unit each', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), shares, (received, bps) => {
        const parts = shareOut(baseUnits(received), bps)
        const left = received - parts.reduce((sum, part) => sum + part, 0n)
        expect(left).toBeGreaterThanOrEqual(0n)
        expect(left).toBeLessThan(BigInt(bps.length))
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})
