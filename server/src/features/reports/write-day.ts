import { DAY_MS, toIso, unixMs } from '../../lib/time.js'

/** Writes a UTC day, in days since 1970, as a date such as `2026-01-31`. */
export function writeDay(day: number): string {
  return toIso(unixMs(day * DAY_MS)).replace(/T.*/, '')
}
