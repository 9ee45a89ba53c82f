import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baseUnits, cents, micros, microsFromCents, ppm } from '../../../lib/money.js'
import type { Asset } from './asset.js'
import { needsRate, unitsFor, valueUnits } from './value-units.js'

const token = (symbol: Asset['symbol'], decimals = 6) => ({ symbol, decimals })
const dollars = { currency: 'USD' as const, totalUsdCents: cents(11_005n), totalCents: null }
const euros = {
  currency: 'EUR' as const,
  totalUsdCents: cents(11_885n),
  totalCents: cents(11_005n),
}

describe('unitsFor', () => {
  test('default', () => {
    const dueMicros = microsFromCents(dollars.totalUsdCents)
    const usdc = { asset: token('USDC'), bill: dollars, usdPerUnit: null }
    expect(unitsFor(dueMicros, usdc)).toBe(110_050_000n)
    const ether = { asset: token('ETH', 18), bill: dollars, usdPerUnit: ppm(3_000_000_000n) }
    expect(unitsFor(dueMicros, ether)).toBe(36_683_333_333_333_334n)
  })

  test('behavior: is exact in euros for a bill in euros', () => {
    const eurc = { asset: token('EURC'), bill: euros, usdPerUnit: null }
    expect(unitsFor(microsFromCents(euros.totalUsdCents), eurc)).toBe(110_050_000n)
    expect(valueUnits(baseUnits(110_050_000n), eurc)).toBe(118_850_000n)
  })

  test('property: the units cover the amount, and one unit less does not', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 15n })
    const rate = fc.bigInt({ min: 10_000_000n, max: 10n ** 12n })
    fc.assert(
      fc.property(amount, amount, amount, rate, (usd, eur, dueAmount, usdPerUnit) => {
        const bill = { ...euros, totalUsdCents: cents(usd), totalCents: cents(eur) }
        for (const asset of [token('USDC'), token('EURC'), token('ETH', 18)]) {
          const priced = { asset, bill, usdPerUnit: ppm(usdPerUnit) }
          const units = unitsFor(micros(dueAmount), priced)
          expect(valueUnits(units, priced)).toBeGreaterThanOrEqual(dueAmount)
          expect(valueUnits(baseUnits(units - 1n), priced)).toBeLessThan(dueAmount)
        }
      }),
    )
  })

  test('behavior: euros have a market price for a bill in dollars, in both of its forms', () => {
    const native = { ...dollars, totalCents: dollars.totalUsdCents }
    for (const bill of [dollars, native]) {
      expect(needsRate(token('EURC'), bill)).toBe(true)
      expect(needsRate(token('USDC'), bill)).toBe(false)
    }
    expect(needsRate(token('EURC'), euros)).toBe(false)
  })

  test('error: throws for an asset without a price', () => {
    const priced = { bill: dollars, usdPerUnit: null }
    expect(() => unitsFor(micros(1n), { ...priced, asset: token('EURC') })).toThrow('euros')
    expect(() => unitsFor(micros(1n), { ...priced, asset: token('ETH', 18) })).toThrow('rate')
  })
})
