import { describe, expect, test } from 'vitest'
import { readCurrency } from './read-currency.js'

describe('readCurrency', () => {
  test.each([
    [undefined, 'USD'],
    [null, 'USD'],
    ['', 'USD'],
    ['usd', 'USD'],
    ['eUr', 'EUR'],
  ])('default: reads %j as %s', (input, currency) => {
    expect(readCurrency(input)).toBe(currency)
  })

  test.each(['GBP', 'EURO', 'eu', ' EUR', 'ﬀs', 'constructor', 7, {}, ['EUR']])(
    'error: %j',
    (input) => {
      expect(() => readCurrency(input)).toThrow('currency must be one of USD, EUR')
    },
  )
})
