import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ppm } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import type { MarketProviderName, Quote } from './provider.js'
import { toStoredQuote, votersOf } from './store.js'

const quote = (provider: MarketProviderName, rate = 1_080_000n, quotedAt = 5): Quote => ({
  provider,
  rate: ppm(rate),
  quotedAt: unixMs(quotedAt),
})
const [coinbase, ecb] = [quote('coinbase'), quote('ecb', 1_081_000n)]

describe('votersOf', () => {
  test('default', () => {
    expect(votersOf(coinbase, [ecb, coinbase].map(toStoredQuote))).toEqual([ecb, coinbase])
  })

  test('behavior: returns none for a row without quotes', () => {
    expect(votersOf(coinbase, null)).toEqual([])
  })

  test.each<[string, Quote]>([
    ['source', quote('chainlink')],
    ['rate', quote('coinbase', 1_080_001n)],
    ['time', quote('coinbase', 1_080_000n, 6)],
  ])('behavior: returns none for a rate with another %s', (_, rate) => {
    expect(votersOf(rate, [ecb, coinbase].map(toStoredQuote))).toEqual([])
  })

  test('behavior: reads every quote back from JSON unchanged', () => {
    const anyQuote = fc.record({
      provider: fc.constantFrom<MarketProviderName>('chainlink', 'coinbase', 'ecb'),
      rate: fc.bigInt({ min: 1n, max: 10n ** 18n }).map(ppm),
      quotedAt: fc.nat(8_640_000_000_000).map(unixMs),
    })
    fc.assert(
      fc.property(fc.array(anyQuote, { minLength: 1 }), fc.nat(), (quotes, place) => {
        const chosen = quotes[place % quotes.length]
        if (!chosen) throw new Error('expected a quote')
        const stored = JSON.parse(JSON.stringify(quotes.map(toStoredQuote)))
        expect(votersOf(chosen, stored)).toEqual(quotes)
      }),
    )
  })
})
