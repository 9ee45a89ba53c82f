import { AppError } from '../../lib/errors.js'
import { DAY_MS, type UnixMs } from '../../lib/time.js'
import { dayOf } from '../ledger/day-sum.js'
import { type ReportRequest, readReportQuery } from './read-report-query.js'
import type { ReportQuery } from './schemas.js'

/** A range of whole UTC days. `from` and `to` are its first and last millisecond. */
export type DayRequest = ReportRequest & { fromDay: number; toDay: number }

const defaultDays = 30
const maxDays = 366
/** Dates end with the day after it. */
const lastDay = 99_999_999

/**
 * Parses the query of a report by day. The range is extended to whole UTC days. The default range is today and the 29
 * days before.
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
