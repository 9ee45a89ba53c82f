import { invalidInput } from '../../lib/errors.js'
import { localDayOf, startOfDay } from '../../lib/local-days.js'
import { DAY_MS, dayOf, type UnixMs } from '../../lib/time.js'
import { readDayRange } from '../../platform/http/read-day-range.js'
import { readChoice, readWhole } from '../../platform/http/read-query.js'
import type { ReportQuery } from './schemas.js'

/** A span of time in Unix ms, both ends included. */
export type Span = { from: number; to: number }

const formats = ['json', 'csv'] as const

export type ReportRequest = Span & { format: (typeof formats)[number] }

const anyTime = { min: 0, max: Number.MAX_SAFE_INTEGER }
const defaultSpanMs = 30 * DAY_MS

/** A query and the time zone of its days. */
type ReportInput = { query: ReportQuery; timeZone: string; now: UnixMs }

/**
 * Parses a report query. The default range is the last 30 days.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readReportQuery(
  { query, timeZone, now }: ReportInput,
  { spanMs = defaultSpanMs }: { spanMs?: number } = {},
): ReportRequest {
  const days = readDayRange(query, timeZone)
  const to = days.to ?? readWhole('to', query.to, { ...anyTime, fallback: now })
  const fallback = Math.max(0, to - spanMs)
  const from = days.from ?? readWhole('from', query.from, { ...anyTime, fallback })
  if (from > to) throw invalidInput('from must not be later than to')
  return { from, to, format: readChoice('format', query.format, formats) ?? 'json' }
}

/**
 * Requires that the range of a report has at most `max` entries.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireAtMost(max: number, { count, of }: { count: number; of: string }): void {
  if (count <= max) return
  throw invalidInput(`The range has more than ${max} ${of}. Shorten the range.`)
}

/**
 * A span of whole days of a time zone, in days since 1970. `from` and `to` are its first and last
 * millisecond.
 */
export type DaySpan = Span & { fromDay: number; toDay: number; timeZone: string }

type DayRequest = DaySpan & ReportRequest

const defaultDays = 30
const maxDays = 366
/** The last day whose end is a valid date. */
const lastDay = 99_999_999
/** In other zones than UTC, days near the last valid date have no end. */
const lastLocalTime = (lastDay - 2) * DAY_MS

/**
 * Parses the query of a report by day. The range is extended to whole days of the time zone. The
 * default range is today and the 29 days before.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readDayQuery(input: ReportInput): DayRequest {
  const { query, timeZone } = input
  const { from, to, format } = readReportQuery(input, { spanMs: (defaultDays - 1) * DAY_MS })
  const toDay = dayAt(to, timeZone)
  const hasStart = Boolean(query.from || query.fromDay)
  const fromDay = Math.max(0, hasStart ? dayAt(from, timeZone) : toDay - defaultDays + 1)
  const days = toDay - fromDay + 1
  if (days > maxDays) {
    throw invalidInput(`The range has ${days} days. Shorten it to at most ${maxDays}.`)
  }
  return { ...spanOf({ fromDay, toDay, timeZone }), format }
}

function dayAt(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return Math.min(dayOf(time), lastDay)
  return localDayOf(Math.min(time, lastLocalTime), timeZone)
}

/** Returns the span of days of a time zone, both ends included. */
export function spanOf(range: Pick<DaySpan, 'fromDay' | 'toDay' | 'timeZone'>): DaySpan {
  const { fromDay, toDay, timeZone } = range
  return { from: startOfDay(fromDay, timeZone), to: startOfDay(toDay + 1, timeZone) - 1, ...range }
}

/** Returns the bounds of periods of the ledger that begin at these times. */
export function boundsOf(starts: readonly number[], { to }: Span): number[] {
  return [...starts, to + 1]
}
