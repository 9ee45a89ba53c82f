import { describe, expect, test } from 'vitest'
import { readCurrency } from './read-currency.js'

describe('readCurrency', () => {
  test.each([
    [undefined, 'USD'],
    [null, 'USD'],
    ['', 'USD'],
    ['usd', 'USD'],
    ['eUr', 'EUR'],
  ])('default: reads %j as %s', (given, currency) => {
    expect(readCurrency(given)).toBe(currency)
  })

  test.each(['GBP', 'EURO', 'eu', ' EUR', 'ﬀs', 'constructor', 7, {}, ['EUR']])(
    'error: %j',
    (given) => {
      expect(() => readCurrency(given)).toThrow('currency must be one of USD, EUR')
    },
  )
})
