import { assertNever } from '../../lib/assert-never.js'
import { DAY_MS, HOUR_MS, MINUTE_MS, type UnixMs } from '../../lib/time.js'
import type { Quote } from './provider.js'
import type { MarketUnit } from './units.js'

/** Clocks differ a little; a quote from further ahead is a mistake or a trick. */
const maxAheadMs = 5 * MINUTE_MS
const weekMs = 7 * DAY_MS
/** 5 January 1970, a Monday. */
const firstMondayMs = 4 * DAY_MS

/** Whether a quote may be used at a time: not from the future, not older than its source's quotes may get. */
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
      // Written on working days only: Friday's has to last until Tuesday when Monday is a holiday.
      return ageMs <= 4 * DAY_MS
    case 'chainlink':
      if (unit === 'ETH') return ageMs <= HOUR_MS
      // Written at least daily while currencies are traded, which they are not at weekends.
      return ageMs <= 3 * DAY_MS && ageMs - weekendMs(quotedAt, at) <= 26 * HOUR_MS
    default:
      return assertNever(provider)
  }
}

/** How much of the time from one to the other, at most three days, is Saturday or Sunday. */
function weekendMs(from: UnixMs, to: UnixMs): number {
  const mondayMs = from - ((from - firstMondayMs) % weekMs)
  const saturdayMs = mondayMs + 5 * DAY_MS
  return Math.max(0, Math.min(to, mondayMs + weekMs) - Math.max(from, saturdayMs))
}
