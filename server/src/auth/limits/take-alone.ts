import { MINUTE_MS } from '../../lib/time.js'
import { allow, type Bucket, type LiveBudget, openWindow, refuse } from './bucket.js'

/**
 * Takes a call without the store. Goes on from what was last known, so that a store which fails
 * halfway through a window does not double it; after its end a new one begins. The store hears of it later.
 */
export function takeAlone(bucket: Bucket, nowMs: number, unixOffsetMs: number): LiveBudget {
  if (nowMs >= bucket.endsAtMs) {
    const endsAtMs = nowMs + MINUTE_MS
    const endsAt = Math.round(endsAtMs + unixOffsetMs)
    bucket.unspent = 0
    bucket.owed = 0
    openWindow(bucket, { limit: bucket.limit, remaining: bucket.limit, endsAt, endsAtMs })
  }
  if (bucket.allowed.remaining <= 0) return refuse(bucket, nowMs)
  bucket.owed += 1
  return allow(bucket, nowMs)
}
