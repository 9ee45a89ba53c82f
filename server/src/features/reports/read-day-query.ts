import { AppError } from '../../lib/errors.js'
import { DAY_MS, dayOf, type UnixMs } from '../../lib/time.js'
import { type ReportRequest, readReportQuery, type Span } from './read-report-query.js'
import type { ReportQuery } from './schemas.js'

/**
 * A span of whole UTC days, in days since 1970. `from` and `to` are its first and last millisecond.
 */
export type DaySpan = Span & { fromDay: number; toDay: number }

type DayRequest = DaySpan & ReportRequest

const defaultDays = 30
const maxDays = 366
/** The last day whose end is a valid date. */
const lastDay = 99_999_999

/**
 * Parses the query of a report by day. The range is extended to whole UTC days. The default range
 * is today and the 29 days before.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readDayQuery(given: ReportQuery, now: UnixMs): DayRequest {
  const spanMs = (defaultDays - 1) * DAY_MS
  const { from, to, format } = readReportQuery(given, now, { spanMs })
  const [fromDay, toDay] = [Math.min(dayOf(from), lastDay), Math.min(dayOf(to), lastDay)]
  const days = toDay - fromDay + 1
  if (days > maxDays) {
    throw new AppError(
      'invalid_input',
      `The range has ${days} days. Shorten it to at most ${maxDays}.`,
    )
  }
  return { from: fromDay * DAY_MS, to: (toDay + 1) * DAY_MS - 1, fromDay, toDay, format }
}
