import { HOUR_MS, SECOND_MS, type UnixMs, unixMs } from '../../../lib/time.js'

const firstPauseMs = 10 * SECOND_MS

/** Returns when to search again after `searches` searches that found nothing: after 10, 20, 40 … seconds, up to an hour. */
export function nextSearchAt({ searches, now }: { searches: number; now: UnixMs }): UnixMs {
  return unixMs(now + Math.min(HOUR_MS, firstPauseMs * 2 ** (searches - 1)))
}
