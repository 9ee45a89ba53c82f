import { describe, expect, test } from 'vitest'
import { feeRate } from './fee-rate.js'

describe('feeRate', () => {
  test.each([
    [0, 5_000n],
    [1.5, 20_000n],
    [0.0001, 5_001n],
    [50, 505_000n],
  ])('default: adds %s %% to the base fee', (processingFeePct, expected) => {
    expect(feeRate(50, { fees: { processingFeePct } })).toBe(expected)
  })

  test('behavior: follows the share of the platform', () => {
    expect(feeRate(0, { fees: { processingFeePct: 1 } })).toBe(10_000n)
    expect(feeRate(500, { fees: { processingFeePct: 0 } })).toBe(50_000n)
  })
})
