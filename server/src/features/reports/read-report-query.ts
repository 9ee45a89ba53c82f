import { AppError } from '../../lib/errors.js'
import { DAY_MS, type UnixMs } from '../../lib/time.js'
import { readChoice, readWhole } from '../../platform/http/read-query.js'
import type { ReportQuery } from './schemas.js'

/** A span of time in Unix ms, both ends included. */
export type Span = { from: number; to: number }

const formats = ['json', 'csv'] as const

export type ReportRequest = Span & { format: (typeof formats)[number] }

const anyTime = { min: 0, max: Number.MAX_SAFE_INTEGER }
const defaultSpanMs = 30 * DAY_MS

/**
 * Parses a report query. The default range is the last 30 days.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readReportQuery(
  given: ReportQuery,
  now: UnixMs,
  { spanMs = defaultSpanMs }: { spanMs?: number } = {},
): ReportRequest {
  const to = readWhole('to', given.to, { ...anyTime, fallback: now })
  const fallback = Math.max(0, to - spanMs)
  const from = readWhole('from', given.from, { ...anyTime, fallback })
  if (from > to) throw new AppError('invalid_input', 'from must not be later than to')
  return { from, to, format: readChoice('format', given.format, formats) ?? 'json' }
}

/**
 * Requires that the range of a report has at most `max` entries.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireAtMost(max: number, { count, of }: { count: number; of: string }): void {
  if (count <= max) return
  throw new AppError('invalid_input', `The range has more than ${max} ${of}. Shorten the range.`)
}
