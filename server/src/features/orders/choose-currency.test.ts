import { describe, expect, test } from 'vitest'
import type { Currency } from '../../lib/currencies.js'
import { chooseCurrency } from './choose-currency.js'

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
  ])('default: asked for %s of items in %j it is %s', (asked, currencies, expected) => {
    expect(chooseCurrency(asked, items(...currencies))).toBe(expected)
  })

  test('error: all have a price of their own, but not in one currency', () => {
    expect(() => chooseCurrency(null, items('EUR', 'USD'))).toThrow('several currencies')
  })
})
