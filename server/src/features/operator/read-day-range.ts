import { invalidInput } from '../../lib/errors.js'
import { DAY_MS, dayOf, type UnixMs, writeDay } from '../../lib/time.js'

const defaultDays = 30

/**
 * Reads the first and the last day of a range in UTC, both inclusive, as days since 1970. Defaults
 * to the 30 days up to today.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readDayRange(
  { from, to }: { from?: string; to?: string },
  { now, maxDays }: { now: UnixMs; maxDays: number },
): { fromDay: number; toDay: number } {
  const toDay = to ? readDay('to', to) : dayOf(now)
  const fromDay = from ? readDay('from', from) : toDay - defaultDays + 1
  if (fromDay > toDay) throw invalidInput('from must not be after to.')
  if (toDay - fromDay >= maxDays) {
    throw invalidInput(`from and to may be at most ${maxDays} days apart.`)
  }
  return { fromDay, toDay }
}

function readDay(name: string, text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // The parser accepts 30 February as a day of March.
  if (Number.isNaN(time) || writeDay(time / DAY_MS) !== text) {
    throw invalidInput(`${name} must be a day such as 2026-01-31.`)
  }
  return time / DAY_MS
}
