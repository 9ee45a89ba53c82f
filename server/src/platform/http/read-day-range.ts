import { invalidInput } from '../../lib/errors.js'
import { parseDay, startOfDay } from '../../lib/local-days.js'

type DayQuery = Partial<Record<'from' | 'to' | 'fromDay' | 'toDay', string | undefined>>

/**
 * Reads the range of `fromDay` and `toDay` in a time zone, both inclusive, as Unix ms. Returns null
 * for the ends that the query does not name by a day.
 *
 * @throws {AppError} `invalid_input`, also for an end that is sent twice.
 */
export function readDayRange(
  { from, to, fromDay, toDay }: DayQuery,
  timeZone: string,
): { from: number | null; to: number | null } {
  if (from && fromDay) throw invalidInput('Send either from or fromDay.')
  if (to && toDay) throw invalidInput('Send either to or toDay.')
  const [first, last] = [readDay('fromDay', fromDay), readDay('toDay', toDay)]
  return {
    from: first === null ? null : startOfDay(first, timeZone),
    to: last === null ? null : startOfDay(last + 1, timeZone) - 1,
  }
}

/**
 * Reads a date such as `2026-01-31` from a query parameter, in days since 1970. Returns null when it
 * is absent or empty.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readDay(name: string, text = ''): number | null {
  if (text === '') return null
  const day = parseDay(text)
  if (day === null) throw invalidInput(`${name} must be a date such as 2026-01-31.`)
  return day
}
