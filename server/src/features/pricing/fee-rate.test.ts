import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/test-config.js'
import { feeRate } from './fee-rate.js'

const config = testConfig({})

describe('feeRate', () => {
  test.each([
    [0, 5_000n],
    [1.5, 20_000n],
    [0.0001, 5_001n],
    [50, 505_000n],
  ])('default: adds %s %% to the base fee', (processingFeePct, expected) => {
    expect(feeRate(config, { fees: { processingFeePct } })).toBe(expected)
  })
})
