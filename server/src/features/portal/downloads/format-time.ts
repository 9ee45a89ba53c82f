import { toIso, unixMs } from '../../../lib/time.js'

/** Formats a time to the minute in UTC, independent of the locale. */
export function formatTime(time: number): string {
  return `${toIso(unixMs(time)).slice(0, 16).replace('T', ' ')} UTC`
}
