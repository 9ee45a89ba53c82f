import { allow, type Bucket, openWindow, refuse } from './bucket.js'
import type { Lease } from './limit-store.js'

/** A burst spends a few leases quickly without being a lasting load. */
const minHotLeases = 3
const refuseForMs = 250

/** Other processes cannot spend leased calls, so they are kept long only while many are left. */
const shortKeepMs = 100
const steadyMs = 5_000
const longKeepOptionsMs = [steadyMs, 1_000]
const plenty = 64
/** The budget must last for this many times as long as a lease is kept. */
const minLeasePeriods = 10

/**
 * Returns how long a lease is kept for calls to come. `remaining` calls are left for all processes,
 * which used `used` in the last `elapsedMs`.
 */
export function keepMsOf(lease: {
  unspent: number
  remaining: number
  used: number
  elapsedMs: number
}): number {
  const { unspent, remaining, used, elapsedMs } = lease
  const isPlenty = (keepMs: number) =>
    unspent * plenty <= remaining && used * minLeasePeriods * keepMs <= remaining * elapsedMs
  return longKeepOptionsMs.find(isPlenty) ?? shortKeepMs
}

/**
 * Returns how many extra calls to lease at the pace of the last `elapsedMs`, in which this process
 * made `calls`: those of the next seconds, while far more are left.
 */
export function paceOf(lease: { calls: number; elapsedMs: number; remaining: number }): number {
  const { calls, elapsedMs, remaining } = lease
  if (elapsedMs < shortKeepMs) return 0
  return Math.max(0, Math.floor(Math.min((calls * steadyMs) / elapsedMs, remaining / plenty)))
}

/**
 * Counts the leases in a row that were spent quickly, after one that lasted `spentInMs` and could
 * have been kept for `keepMs`.
 */
export function countHotLeases(hotLeases: number, spentInMs: number, keepMs: number): number {
  if (spentInMs > 0.8 * keepMs) return 0
  // In between, the size is right: some of a larger lease would have to be returned.
  return spentInMs > 0.4 * keepMs ? hotLeases : hotLeases + 1
}

/** Returns how many extra calls to lease. The number doubles while leases are spent quickly. */
export function prefetchOf(hotLeases: number, limit: number): number {
  if (hotLeases < minHotLeases) return 0
  return Math.min(2 ** (hotLeases - minHotLeases), Math.max(1, Math.floor(limit / 20)))
}

/** Adds leased calls to the bucket. */
export function acceptLease(
  bucket: Bucket,
  lease: Lease,
  requested: { limit: number; sentAtMs: number },
  nowMs: number,
): void {
  const isSameWindow = lease.endsAt === bucket.endsAt
  // Counted from the request, so that network latency can only make the window end early.
  const endsAtMs = requested.sentAtMs + (lease.endsAt - lease.now)
  // Calls that were already allowed locally come first.
  const reported = Math.min(bucket.unreported, lease.granted)
  const granted = lease.granted - reported

  bucket.unreported -= reported
  bucket.isLocal = false
  bucket.ticks = 0
  bucket.unspent = granted + (isSameWindow ? bucket.unspent : 0)
  bucket.leased = bucket.unspent
  // The difference is negative when the limit was lowered below the calls already used.
  const unleased = Math.max(0, requested.limit - lease.used - bucket.unreported)
  const used = lease.used - (isSameWindow ? bucket.used : 0)
  const elapsedMs = isSameWindow ? nowMs - bucket.leasedAtMs : 0
  bucket.keepMs = keepMsOf({ unspent: bucket.unspent, remaining: unleased, used, elapsedMs })
  bucket.used = lease.used
  bucket.leasedAtMs = nowMs
  openWindow(bucket, {
    limit: requested.limit,
    remaining: unleased + bucket.unspent,
    endsAt: lease.endsAt,
    endsAtMs: isSameWindow ? Math.max(bucket.endsAtMs, endsAtMs) : endsAtMs,
  })
}

/**
 * Allows waiting calls while the lease lasts. With `isExhausted` the remaining calls wait for a
 * retry or are refused; otherwise they arrived too late for this lease and need another.
 */
export function settleWaiting(bucket: Bucket, isExhausted: boolean, nowMs: number): void {
  // Each call gets a copy, because it reads the budget after later calls have changed it.
  for (const call of bucket.waiting.splice(0, bucket.unspent)) {
    bucket.unspent -= 1
    call.resolve({ ...allow(bucket, nowMs) })
  }
  if (!isExhausted || bucket.waiting.length === 0) return

  // Other processes may return unspent calls, which is worth one retry per window.
  if (bucket.retriedWindow !== bucket.endsAt) {
    bucket.retriedWindow = bucket.endsAt
    bucket.isRetryPending = true
    return
  }
  bucket.refuseUntilMs = Math.min(nowMs + refuseForMs, bucket.endsAtMs)
  for (const call of bucket.waiting.splice(0)) call.resolve({ ...refuse(bucket, nowMs) })
}
