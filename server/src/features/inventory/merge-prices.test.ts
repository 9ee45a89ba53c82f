import { describe, expect, test } from 'vitest'
import { cents } from '../../lib/money.js'
import { mergePrices } from './merge-prices.js'

const usd = (amount: bigint) => ({ priceUsdCents: cents(amount), priceCents: null, currency: null })
const native = (amount: bigint, currency: 'USD' | 'EUR', dollars: bigint | null = null) => ({
  priceUsdCents: dollars === null ? null : cents(dollars),
  priceCents: cents(amount),
  currency,
})

describe('mergePrices', () => {
  test.each([
    ['a dollar price', null, { priceUsd: 5n }, usd(5n)],
    ['a native price defaults to dollars', null, { price: 5n }, native(5n, 'USD')],
    ['euros', null, { price: 5n, currency: 'EUR' }, native(5n, 'EUR')],
    ['both', null, { price: 5n, currency: 'EUR', priceUsd: 6n }, native(5n, 'EUR', 6n)],
    ['the same twice', null, { price: 5n, currency: 'USD', priceUsd: 5n }, native(5n, 'USD')],
    [
      'a currency of dollars without a native price',
      null,
      { priceUsd: 5n, currency: 'USD' },
      usd(5n),
    ],
    ['no prices', native(5n, 'EUR', 6n), {}, native(5n, 'EUR', 6n)],
    ['a new dollar price', native(5n, 'EUR'), { priceUsd: 7n }, native(5n, 'EUR', 7n)],
    ['removing the dollar price', native(5n, 'EUR', 6n), { priceUsd: null }, native(5n, 'EUR')],
    ['removing the native price', native(5n, 'EUR', 6n), { price: null }, usd(6n)],
    ['priceUsd updates native dollars', native(5n, 'USD'), { priceUsd: 7n }, native(7n, 'USD')],
    [
      'euros in place of dollars',
      native(5n, 'USD'),
      { price: 4n, currency: 'EUR' },
      native(4n, 'EUR'),
    ],
    ['the same currency', native(5n, 'EUR', 6n), { currency: 'EUR' }, native(5n, 'EUR', 6n)],
    [
      'a native price beside dollars',
      usd(6n),
      { price: 5n, currency: 'EUR' },
      native(5n, 'EUR', 6n),
    ],
    ['keeps the currency', native(5n, 'EUR'), { price: 8n }, native(8n, 'EUR')],
  ] as const)('behavior: %s', (_name, before, change, after) => {
    const givenChange = change as Parameters<typeof mergePrices>[1]
    expect(mergePrices(before, givenChange)).toEqual({ value: after })
  })

  test.each([
    ['nothing', null, {}],
    ['nothing left', usd(5n), { priceUsd: null }],
    ['removing the last price', native(5n, 'EUR'), { price: null }],
    ['another currency for the same number', native(5n, 'EUR', 6n), { currency: 'USD' }],
    ['a currency without a price', usd(5n), { currency: 'EUR' }],
    ['two dollar prices', null, { price: 5n, currency: 'USD', priceUsd: 6n }],
  ] as const)('error: %s', (_name, before, change) => {
    const givenChange = change as Parameters<typeof mergePrices>[1]
    expect(mergePrices(before, givenChange)).toHaveProperty('problem')
  })
})
