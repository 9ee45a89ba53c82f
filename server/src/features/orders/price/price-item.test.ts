import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Currency, cents, ppm } from '../../../lib/money.js'
import { chooseCurrency, needsRate, priceItem, priceQuantity } from './price-item.js'

const item = (priceUsd: bigint | null, price: bigint | null, currency: Currency | null) => ({
  priceUsdCents: priceUsd === null ? null : cents(priceUsd),
  priceCents: price === null ? null : cents(price),
  currency,
})
const rate = ppm(1_080_000n)

describe('priceItem', () => {
  test.each<[string, ReturnType<typeof item>, Currency, bigint, boolean]>([
    ['dollars in dollars', item(1_080n, null, null), 'USD', 1_080n, false],
    ['dollars in euros', item(1_080n, null, null), 'EUR', 1_000n, true],
    ['euros in euros', item(null, 1_000n, 'EUR'), 'EUR', 1_000n, false],
    ['euros in dollars', item(null, 1_000n, 'EUR'), 'USD', 1_080n, true],
    ['native dollars in dollars', item(null, 1_080n, 'USD'), 'USD', 1_080n, false],
    ['native dollars in euros', item(null, 1_080n, 'USD'), 'EUR', 1_000n, true],
    ['both, in euros: its own', item(999n, 1_000n, 'EUR'), 'EUR', 1_000n, false],
    ['both, in dollars: its own', item(999n, 1_000n, 'EUR'), 'USD', 999n, false],
    ['nothing at all', item(0n, null, null), 'EUR', 0n, true],
  ])('default: %s', (_name, input, currency, price, isRateNeeded) => {
    expect(priceItem(input, currency, rate)).toBe(price)
    expect(needsRate(input, currency)).toBe(isRateNeeded)
  })

  test('behavior: rounds half a cent up', () => {
    expect(priceItem(item(1n, null, null), 'EUR', ppm(2_000_000n))).toBe(1n)
    expect(priceItem(item(3n, null, null), 'EUR', ppm(2_000_000n))).toBe(2n)
    expect(priceItem(item(1n, null, null), 'EUR', ppm(2_000_001n))).toBe(0n)
    expect(priceItem(item(null, 1n, 'EUR'), 'USD', ppm(500_000n))).toBe(1n)
  })

  test('error: throws for an item without a price', () => {
    expect(() => priceItem(item(null, null, null), 'EUR', rate)).toThrow('no price')
  })

  const price = fc.bigInt({ min: 0n, max: 10n ** 12n })
  const anyRate = fc.bigInt({ min: 200_000n, max: 5_000_000n }).map(ppm)

  test('property: converted euros are off by at most half a cent, rounding half up', () => {
    fc.assert(
      fc.property(price, anyRate, (usd, usdPerEuro) => {
        const euros = priceItem(item(usd, null, null), 'EUR', usdPerEuro)
        const off = 2n * (euros * usdPerEuro - usd * 1_000_000n)
        // From above minus half a cent to half a cent, inclusive.
        expect(off > -usdPerEuro && off <= usdPerEuro).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('property: converting back is exact within a cent of the coarser currency', () => {
    fc.assert(
      fc.property(price, anyRate, (usd, usdPerEuro) => {
        const euros = priceItem(item(usd, null, null), 'EUR', usdPerEuro)
        const returnedCents = priceItem(item(null, euros, 'EUR'), 'USD', usdPerEuro)
        const off = returnedCents > usd ? returnedCents - usd : usd - returnedCents
        expect(off * 2_000_000n <= usdPerEuro + 1_000_000n).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('priceQuantity', () => {
  test.each([
    [333n, 1_500n, 500n],
    [1n, 1_500n, 2n],
    [1n, 1_499n, 1n],
    [10n ** 12n, 10n ** 9n, 10n ** 18n],
  ])('default: %s cents for %s thousandths are %s', (unit, qty, total) => {
    expect(priceQuantity(cents(unit), qty)).toBe(total)
  })
})

const items = (...currencies: (Currency | null)[]) => currencies.map((currency) => ({ currency }))

describe('chooseCurrency', () => {
  test.each<[Currency | null, (Currency | null)[], Currency | null]>([
    [null, ['EUR'], 'EUR'],
    [null, ['EUR', 'EUR'], 'EUR'],
    [null, ['USD'], 'USD'],
    [null, [null], null],
    [null, ['EUR', null], null],
    [null, ['EUR', 'USD', null], null],
    ['USD', ['EUR'], 'USD'],
    ['EUR', [null], 'EUR'],
    ['EUR', ['EUR', 'USD'], 'EUR'],
  ])(
    'default: with %s requested and items in %j, returns %s',
    (requested, currencies, expected) => {
      expect(chooseCurrency(requested, items(...currencies))).toBe(expected)
    },
  )

  test('error: refuses native prices in different currencies', () => {
    expect(() => chooseCurrency(null, items('EUR', 'USD'))).toThrow('several currencies')
  })
})
