import { describe, expect, test } from 'vitest'
import { limitFees } from './limit-fees.js'

const suggested = { baseFeePerGas: 40n, maxFeePerGas: 90n, maxPriorityFeePerGas: 10n }

describe('limitFees', () => {
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
