import { toIso, unixMs } from '../../../lib/time.js'

/** A time to the minute, in UTC, as it reads the same everywhere. */
export function formatTime(time: number): string {
  return `${toIso(unixMs(time)).slice(0, 16).replace('T', ' ')} UTC`
}
