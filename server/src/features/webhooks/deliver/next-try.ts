import { HOUR_MS, MINUTE_MS } from '../../../lib/time.js'

/** Everybody's second attempt (spec 6.2). */
const retryMs = 5_000

/** What comes after that for who asked for more. */
const extendedMs = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const

/** When a delivery is tried again after so many attempts, all in vain; `null` when that was the last. */
export function nextTry(
  attempts: number,
  { extendedRetries }: { extendedRetries: boolean },
): { afterMs: number; keepsPlace: boolean } | null {
  if (attempts === 1) return { afterMs: retryMs, keepsPlace: true }
  const afterMs = extendedRetries ? extendedMs[attempts - 2] : undefined
  // Hours of waiting must not keep the receipt's later events back.
  return afterMs === undefined ? null : { afterMs, keepsPlace: false }
}
