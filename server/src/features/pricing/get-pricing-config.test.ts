import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAddress } from '../../lib/hex.js'
import { settlementTokenOf, sumPercents } from './get-pricing-config.js'

describe('settlementTokenOf', () => {
  test.each([
    [8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    [84532, '0x036CbD53842c5426634e7929541eC2318f3dCF7e'],
  ])('default: chain %i', (chainId, address) => {
    expect(settlementTokenOf(chainId)).toEqual({ symbol: 'USDC', decimals: 6, address, chainId })
  })

  test.each([8453, 84532])('behavior: returns a checksummed address on chain %i', (chainId) => {
    expect(parseAddress(settlementTokenOf(chainId).address ?? '')).not.toBeNull()
  })

  test.each([1, 0, -1, 31_337])('behavior: returns null on chain %i', (chainId) => {
    expect(settlementTokenOf(chainId)).toMatchObject({ address: null, chainId })
  })
})

describe('sumPercents', () => {
  test('default', () => {
    expect(sumPercents([0.5, 1.1])).toBe(1.6)
    expect(sumPercents([0.1, 0.2])).toBe(0.3)
    expect(sumPercents([0.5, 0])).toBe(0.5)
  })

  test('behavior: returns 0 for no percentages', () => {
    expect(sumPercents([])).toBe(0)
  })

  test('behavior: adds any two fees exactly', () => {
    const tenThousandths = fc.nat(500_000)
    fc.assert(
      fc.property(tenThousandths, tenThousandths, (a, b) => {
        expect(sumPercents([a / 10_000, b / 10_000])).toBe((a + b) / 10_000)
      }),
      { numRuns: 300 },
    )
  })

  test('error: refuses more than six decimals', () => {
    expect(() => sumPercents([0.5, 0.0000001])).toThrow('more than six decimals')
  })
})
