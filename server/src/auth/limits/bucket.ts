/** The budget of a bucket. The same object is returned and updated on every call. */
export type LiveBudget = {
  /** The call must be rejected. */
  readonly isExceeded: boolean
  /** Calls per window. */
  limit: number
  /** Calls left in the window for all processes, as far as this one knows. Never negative. */
  remaining: number
  /** End of the window: Unix ms by the database's clock. */
  resetAt: number
  /** Time until then. Always positive. */
  resetInMs: number
}

/** The state of a budget in one process. Times ending in `Ms` are monotonic. */
export type Bucket = {
  readonly name: string
  readonly windowMs: number
  /** One object per verdict: a late reader may see newer figures, but never the other verdict. */
  readonly allowed: LiveBudget
  readonly refused: LiveBudget
  /** Calls in order of arrival. While there are any, no call is decided at once. */
  readonly waiting: { resolve(budget: LiveBudget): void; reject(error: unknown): void }[]
  limit: number
  /** Leased calls of this window that are not spent yet. */
  unspent: number
  /** Calls available after the last lease, less those returned. */
  leased: number
  leasedAtMs: number
  /** Calls of all processes in this window, when it leased last. */
  used: number
  /** How long unspent calls of the lease are kept. */
  keepMs: number
  /** Leases in a row that were spent quickly. */
  hotLeases: number
  /** By the database's clock; identifies the window. */
  endsAt: number
  /** Never later than the real end, so that no call of this window is spent in the next. */
  endsAtMs: number
  isLeasing: boolean
  /** The window was exhausted, and waiting calls wait for one more lease request. */
  isRetryPending: boolean
  /** The window of the last retry, to retry only once per window. */
  retriedWindow: number | null
  /** Ticks since the last lease request, lease or retry. */
  ticks: number
  refuseUntilMs: number
  /** The database is unavailable, and this process counts on its own. */
  isLocal: boolean
  /** Calls allowed while local, unknown to the database. The next lease pays for them first. */
  unreported: number
  retryLeaseAtMs: number
}

export function createBucket(name: string, windowMs: number): Bucket {
  const budget = { limit: 0, remaining: 0, resetAt: 0, resetInMs: 0 }
  return {
    name,
    windowMs,
    allowed: { isExceeded: false, ...budget },
    refused: { isExceeded: true, ...budget },
    waiting: [],
    limit: 0,
    unspent: 0,
    leased: 0,
    leasedAtMs: Number.NEGATIVE_INFINITY,
    used: 0,
    keepMs: 0,
    hotLeases: 0,
    endsAt: 0,
    endsAtMs: Number.NEGATIVE_INFINITY,
    isLeasing: false,
    isRetryPending: false,
    retriedWindow: null,
    ticks: 0,
    refuseUntilMs: Number.NEGATIVE_INFINITY,
    isLocal: false,
    unreported: 0,
    retryLeaseAtMs: 0,
  }
}

/** Sets the current window and what remains of it, as far as this process knows. */
export function openWindow(
  bucket: Bucket,
  window: { limit: number; remaining: number; endsAt: number; endsAtMs: number },
): void {
  bucket.endsAt = window.endsAt
  bucket.endsAtMs = window.endsAtMs
  bucket.allowed.remaining = window.remaining
  bucket.allowed.limit = bucket.refused.limit = window.limit
  bucket.allowed.resetAt = bucket.refused.resetAt = window.endsAt
}

/** Allows a call that the caller took from the lease or, in a local bucket, checked to remain. */
export function allow(bucket: Bucket, nowMs: number): LiveBudget {
  bucket.allowed.remaining -= 1
  bucket.allowed.resetInMs = timeLeft(bucket, nowMs)
  return bucket.allowed
}

export function refuse(bucket: Bucket, nowMs: number): LiveBudget {
  bucket.refused.resetInMs = timeLeft(bucket, nowMs)
  return bucket.refused
}

/**
 * Takes a call without the database. Continues with the last known window, so that an outage does
 * not double its limit, and opens a new one after its end. The calls are reported to the database
 * later.
 */
export function takeLocally(bucket: Bucket, nowMs: number, unixOffsetMs: number): LiveBudget {
  if (nowMs >= bucket.endsAtMs) {
    const endsAtMs = nowMs + bucket.windowMs
    const endsAt = Math.round(endsAtMs + unixOffsetMs)
    bucket.unspent = 0
    bucket.unreported = 0
    openWindow(bucket, { limit: bucket.limit, remaining: bucket.limit, endsAt, endsAtMs })
  }
  const { allowed, refused } = bucket
  if (allowed.limit !== bucket.limit) {
    // The operator changed the limit. Negative when more was used than it allows now.
    allowed.remaining += bucket.limit - allowed.limit
    allowed.limit = refused.limit = bucket.limit
  }
  if (bucket.allowed.remaining <= 0) return refuse(bucket, nowMs)
  bucket.unreported += 1
  return allow(bucket, nowMs)
}

/** At least 1, because a call may be decided when its window has just ended. */
function timeLeft(bucket: Bucket, nowMs: number): number {
  return Math.max(1, Math.ceil(bucket.endsAtMs - nowMs))
}

/**
 * Evicts buckets whose window has ended. If `maxBuckets` or more are left, evicts all that are not
 * in use, because the database has their counts.
 */
export function evictBuckets(
  buckets: Map<string, Bucket>,
  options: { inUse: ReadonlySet<Bucket>; maxBuckets: number; nowMs: number },
): void {
  const { inUse, maxBuckets, nowMs } = options
  for (const [name, bucket] of buckets) {
    if (nowMs >= bucket.endsAtMs && !inUse.has(bucket)) buckets.delete(name)
  }
  if (buckets.size < maxBuckets) return

  for (const [name, bucket] of buckets) {
    if (!inUse.has(bucket)) buckets.delete(name)
  }
}
