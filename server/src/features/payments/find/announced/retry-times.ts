import { HOUR_MS, MINUTE_MS, SECOND_MS, type UnixMs, unixMs } from '../../../../lib/time.js'

/** The service gives up on a transaction that is in no block after this time. */
export const lostAfterMs = HOUR_MS

const firstDelayMs = 2 * SECOND_MS
const maxDelayMs = 10 * MINUTE_MS

/**
 * Returns when to look up a transaction again that was not found in `tries` lookups: after 2, 4, 8
 * … seconds.
 */
export function nextTryAt({ tries, now }: { tries: number; now: UnixMs }): UnixMs {
  return unixMs(now + Math.min(maxDelayMs, firstDelayMs * 2 ** (tries - 1)))
}
