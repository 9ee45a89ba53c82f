import { describe, expect, test } from 'vitest'
import { unixMs } from '../../lib/time.js'
import { isFresh } from './is-fresh.js'
import type { MarketProviderName } from './provider.js'
import type { MarketUnit } from './units.js'

const time = (iso: string) => unixMs(Date.parse(iso))

/** The last minute in which a quote is fresh. */
function lastsUntil(quote: { provider: MarketProviderName; unit: MarketUnit; quotedAt: string }) {
  const quotedAt = time(quote.quotedAt)
  let minutes = 0
  while (isFresh({ ...quote, quotedAt }, unixMs(quotedAt + (minutes + 1) * 60_000))) minutes += 1
  return new Date(quotedAt + minutes * 60_000).toISOString().slice(0, 16)
}

describe('isFresh', () => {
  test.each([
    ['coinbase', 'EUR', '2026-01-01T12:00Z', '2026-01-01T12:05'],
    ['coinbase', 'ETH', '2026-01-01T12:00Z', '2026-01-01T12:05'],
    ['ecb', 'EUR', '2026-01-02T13:15Z', '2026-01-06T13:15'],
    ['chainlink', 'ETH', '2026-01-03T12:00Z', '2026-01-03T13:00'],
  ] as const)('default: %s %s of %s', (provider, unit, quotedAt, until) => {
    expect(lastsUntil({ provider, unit, quotedAt })).toBe(until)
  })

  test.each([
    ['a Wednesday', '2025-12-31T12:00Z', '2026-01-01T14:00'],
    ['a Thursday night', '2026-01-01T23:00Z', '2026-01-04T23:00'],
    ['a Friday morning', '2026-01-02T08:00Z', '2026-01-05T08:00'],
    ['a Friday night', '2026-01-02T22:00Z', '2026-01-05T22:00'],
    ['a Saturday', '2026-01-03T12:00Z', '2026-01-06T02:00'],
    ['a Sunday night', '2026-01-04T23:59Z', '2026-01-06T02:00'],
    ['a Monday', '2026-01-05T00:00Z', '2026-01-06T02:00'],
  ])('behavior: weekends do not age a currency aggregator: %s', (_, quotedAt, until) => {
    expect(lastsUntil({ provider: 'chainlink', unit: 'EUR', quotedAt })).toBe(until)
  })

  test('behavior: tolerates five minutes of clock skew', () => {
    const quote = {
      provider: 'coinbase',
      unit: 'EUR',
      quotedAt: time('2026-01-01T12:05Z'),
    } as const
    expect(isFresh(quote, time('2026-01-01T12:00Z'))).toBe(true)
    expect(isFresh(quote, unixMs(time('2026-01-01T12:00Z') - 1))).toBe(false)
  })
})
