import { type Bucket, createBucket, evictBuckets, type LiveBudget, takeLocally } from './bucket.js'

/** Counts calls in the memory of one process. */
export type ProcessLimiter = {
  /** Takes one call from the bucket's budget, which is reused: read it before the next call. */
  take(bucket: string, max: number, windowMs: number): Readonly<LiveBudget>
  /** Returns a call to the bucket's budget, unless its window has ended. */
  giveBack(bucket: string): void
}

const noneInUse: ReadonlySet<Bucket> = new Set()
const evictEveryMs = 60_000

/** Creates a limiter that costs no query, for calls that are cheaper than one. */
export function createProcessLimiter(input: {
  monotonicMs: () => number
  maxBuckets: number
}): ProcessLimiter {
  const { monotonicMs, maxBuckets } = input
  const buckets = new Map<string, Bucket>()
  let evictAtMs = 0

  function addBucket(name: string, { windowMs, nowMs }: { windowMs: number; nowMs: number }) {
    if (nowMs >= evictAtMs || buckets.size >= maxBuckets) {
      evictBuckets(buckets, { inUse: noneInUse, maxBuckets, nowMs })
      evictAtMs = nowMs + evictEveryMs
    }
    const bucket = createBucket(name, windowMs)
    buckets.set(name, bucket)
    return bucket
  }

  return {
    take(name, max, windowMs) {
      const nowMs = monotonicMs()
      const bucket = buckets.get(name) ?? addBucket(name, { windowMs, nowMs })
      bucket.limit = max
      return takeLocally(bucket, nowMs, performance.timeOrigin)
    },
    giveBack(name) {
      const bucket = buckets.get(name)
      if (!bucket || monotonicMs() >= bucket.endsAtMs) return
      const { allowed } = bucket
      allowed.remaining = Math.min(allowed.limit, allowed.remaining + 1)
    },
  }
}
