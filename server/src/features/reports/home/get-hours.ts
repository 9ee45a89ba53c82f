import { QUARTER_MS } from '../../../lib/local-days.js'
import type { Micros } from '../../../lib/money.js'
import { HOUR_MS } from '../../../lib/time.js'
import type { Span } from '../read-report-query.js'

/** A part of a day, and what was sold in it. */
export type PartOfDay = Span & { sales: { count: number; amount: Micros } }

/** The hours of a day. `soFar` ends at the time of day that the last quarter of an hour began. */
export type Hours<Part> = { hours: Part[]; soFar: Part | null }

/**
 * Lists the hours of a day. The ledger has sums by quarter of an hour, so `soFar` covers whole
 * quarters. It is null while there is none, and without `elapsedMs`.
 */
export function listHours(day: Span, elapsedMs: number | null): Hours<Span> {
  const end = day.to + 1
  const hours: Span[] = []
  for (let from = day.from; from < end; from += HOUR_MS) {
    hours.push({ from, to: Math.min(from + HOUR_MS, end) - 1 })
  }
  const cut = elapsedMs === null ? day.from : Math.min(quarterOf(day.from + elapsedMs), end)
  return { hours, soFar: cut > day.from ? { from: day.from, to: cut - 1 } : null }
}

/** Returns when the quarter of an hour of a time began. */
function quarterOf(time: number): number {
  return Math.floor(time / QUARTER_MS) * QUARTER_MS
}
