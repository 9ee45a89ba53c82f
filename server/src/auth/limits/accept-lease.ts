import { type Bucket, openWindow } from './bucket.js'
import type { Lease } from './limit-store.js'

export type Asked = { limit: number; sentAtMs: number }

/** Puts leased calls into the bucket's hands, to be spent by the monotonic clock. */
export function acceptLease(bucket: Bucket, lease: Lease, asked: Asked, nowMs: number): void {
  const isSameWindow = lease.endsAt === bucket.endsAt
  // Counted from before the question: with the time it took, the end can only come early.
  const endsAtMs = asked.sentAtMs + (lease.endsAt - lease.now)
  // What has passed already comes first, also whoever needed these and has not waited for a late answer.
  const paid = Math.min(bucket.owed, lease.granted)
  const granted = lease.granted - paid

  bucket.owed -= paid
  bucket.isAlone = false
  bucket.ticks = 0
  bucket.leasedAtMs = nowMs
  bucket.unspent = granted + (isSameWindow ? bucket.unspent : 0)
  openWindow(bucket, {
    limit: asked.limit,
    // Negative when the limit has shrunk below what is used.
    remaining: Math.max(0, asked.limit - lease.used - bucket.owed) + bucket.unspent,
    endsAt: lease.endsAt,
    endsAtMs: isSameWindow ? Math.max(bucket.endsAtMs, endsAtMs) : endsAtMs,
  })
}
