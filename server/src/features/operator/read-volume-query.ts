import { AppError } from '../../lib/errors.js'
import { DAY_MS, dayOf, type UnixMs, unixMs, writeDay } from '../../lib/time.js'

const defaultDays = 30
const maxDays = 366

/**
 * Reads the first and the last day of a range, both inclusive. Defaults to the 30 days up to today.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readVolumeQuery(
  { from, to }: { from?: string; to?: string },
  now: UnixMs,
): { from: UnixMs; to: UnixMs } {
  const last = to ? readDay('to', to) : dayOf(now)
  const first = from ? readDay('from', from) : last - defaultDays + 1
  if (first > last) throw new AppError('invalid_input', 'from must not be after to.')
  if (last - first >= maxDays) {
    throw new AppError('invalid_input', `from and to may be at most ${maxDays} days apart.`)
  }
  return { from: unixMs(first * DAY_MS), to: unixMs((last + 1) * DAY_MS) }
}

function readDay(name: string, text: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // The parser accepts 30 February as a day of March.
  if (Number.isNaN(time) || writeDay(time / DAY_MS) !== text) {
    throw new AppError('invalid_input', `${name} must be a day such as 2026-01-31.`)
  }
  return time / DAY_MS
}
