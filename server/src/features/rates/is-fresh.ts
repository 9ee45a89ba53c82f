import { assertNever } from '../../lib/errors.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, type UnixMs } from '../../lib/time.js'
import type { Quote } from './provider.js'
import type { MarketUnit } from './units.js'

/** Tolerates clock skew. */
const maxAheadMs = 5 * MINUTE_MS
const weekMs = 7 * DAY_MS
/** 5 January 1970, a Monday. */
const firstMondayMs = 4 * DAY_MS

/** Returns whether a quote is usable: not from the future, and not too old for its source. */
export function isFresh(
  { provider, quotedAt, unit }: Omit<Quote, 'rate'> & { unit: MarketUnit },
  at: UnixMs,
): boolean {
  const ageMs = at - quotedAt
  if (ageMs < -maxAheadMs) return false

  switch (provider) {
    case 'coinbase':
      return ageMs <= 5 * MINUTE_MS
    case 'ecb':
      // Published on working days: Friday's rate lasts until Tuesday when Monday is a holiday.
      return ageMs <= 4 * DAY_MS
    case 'chainlink':
      if (unit === 'ETH') return ageMs <= HOUR_MS
      // Updated at least daily, except at weekends, when currencies are not traded.
      return ageMs <= 3 * DAY_MS && ageMs - weekendMs(quotedAt, at) <= 26 * HOUR_MS
    default:
      return assertNever(provider)
  }
}

/** Returns how much of a range of at most three days is Saturday or Sunday. */
function weekendMs(from: UnixMs, to: UnixMs): number {
  const mondayMs = from - ((from - firstMondayMs) % weekMs)
  const saturdayMs = mondayMs + 5 * DAY_MS
  return Math.max(0, Math.min(to, mondayMs + weekMs) - Math.max(from, saturdayMs))
}
