import { describe, expect, test } from 'vitest'
import type { Currency } from '../../../lib/money.js'
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
