import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ppm } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import type { MarketProviderName } from './provider.js'
import { toQuote, toStoredQuote } from './store.js'

describe('toQuote', () => {
  test('behavior: reads every quote back from JSON unchanged', () => {
    const anyQuote = fc.record({
      provider: fc.constantFrom<MarketProviderName>('chainlink', 'coinbase', 'ecb'),
      rate: fc.bigInt({ min: 1n, max: 10n ** 18n }).map(ppm),
      quotedAt: fc.nat(8_640_000_000_000).map(unixMs),
    })
    fc.assert(
      fc.property(anyQuote, (quote) => {
        const stored = JSON.parse(JSON.stringify(toStoredQuote(quote)))
        expect(toQuote(stored)).toEqual(quote)
      }),
    )
  })
})
