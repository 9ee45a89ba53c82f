import { HOUR_MS, MINUTE_MS } from '../../lib/time.js'
import { createBatches } from '../../platform/batches.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import {
  allow,
  type Bucket,
  createBucket,
  evictBuckets,
  type LiveBudget,
  refuse,
  takeLocally,
} from './bucket.js'
import { acceptLease, countHotLeases, paceOf, prefetchOf, settleWaiting } from './lease.js'
import { batchedLeases, deleteOldWindows, returnCalls } from './limit-store.js'
import { createProcessLimiter, type ProcessLimiter } from './process-limiter.js'

/** The budget of a bucket. Without a promise it is reused: read it before the next call. */
export type Budget = Readonly<LiveBudget>

export type Limiter = {
  /**
   * Takes one call from the bucket's budget of a minute, or of another window. Returns without a
   * promise while leased calls are left.
   */
  take(bucket: string, max: number, windowMs?: number): Budget | Promise<Budget>
  /** Counts in this process alone. */
  local: ProcessLimiter
  /** Returns unspent calls, before the process stops. */
  close(): Promise<void>
}

export type LimiterOptions = { monotonicMs?: () => number; maxBuckets?: number }

/**
 * Timeouts count ticks, so that a process that was itself paused does not blame the database. The
 * first tick may come at once, so it does not count.
 */
const tickMs = 25
const leaseTimeoutTicks = 250 / tickMs
const retryTicks = 200 / tickMs
const retryLeaseMs = 250

/**
 * Limits calls per bucket and window, exactly and across all processes. It leases calls for waiting
 * requests, plus extra under load, so that most calls need no query.
 */
export function createLimiter(
  ctx: Pick<Context, 'db' | 'log'>,
  options: LimiterOptions = {},
): Limiter {
  const { monotonicMs = () => performance.now(), maxBuckets = 50_000 } = options
  const batches = createBatches(ctx.db)
  const buckets = new Map<string, Bucket>()
  /** Buckets with waiting or unspent calls, or a lease request. Without any, the timer stops. */
  const inUse = new Set<Bucket>()
  let timer: NodeJS.Timeout | null = null
  let evictAtMs = 0
  let evictAtSize = maxBuckets
  /** From the monotonic clock to the database's; to our own before the first lease. */
  let unixOffsetMs = performance.timeOrigin

  function take(name: string, max: number, windowMs = MINUTE_MS): Budget | Promise<Budget> {
    const nowMs = monotonicMs()
    const bucket = buckets.get(name) ?? addBucket(name, { windowMs, nowMs })
    if (bucket.unspent > 0 && nowMs < bucket.endsAtMs) {
      bucket.unspent -= 1
      return allow(bucket, nowMs)
    }

    if (nowMs < bucket.refuseUntilMs) return refuse(bucket, nowMs)
    bucket.limit = max
    if (bucket.isLocal) {
      if (!bucket.isLeasing && nowMs >= bucket.retryLeaseAtMs) void requestLease(bucket)
      return takeLocally(bucket, nowMs, unixOffsetMs)
    }
    return new Promise((resolve, reject) => {
      bucket.waiting.push({ resolve, reject })
      if (!bucket.isLeasing && !bucket.isRetryPending) void requestLease(bucket)
    })
  }

  /** Leases calls for the waiting requests and for those allowed locally. */
  async function requestLease(bucket: Bucket): Promise<void> {
    const sentAtMs = monotonicMs()
    const { name, windowMs, limit } = bucket
    if (sentAtMs >= bucket.endsAtMs) bucket.unreported = 0
    const need = bucket.waiting.length + bucket.unreported
    const elapsedMs = sentAtMs - bucket.leasedAtMs
    bucket.hotLeases = countHotLeases(bucket.hotLeases, elapsedMs, bucket.keepMs)
    const extra = bucket.isLocal ? 0 : extraFor(bucket, elapsedMs)
    bucket.isLeasing = true
    bucket.isRetryPending = false
    bucket.ticks = 0
    inUse.add(bucket)
    timer ??= setInterval(tick, tickMs).unref()

    try {
      const lease = await batches.run(batchedLeases, { bucket: name, windowMs, limit, need, extra })
      const nowMs = monotonicMs()
      bucket.isLeasing = false
      unixOffsetMs = lease.now - nowMs
      const isExhausted = lease.granted < need
      acceptLease(bucket, lease, { limit, sentAtMs }, nowMs)
      settleWaiting(bucket, isExhausted, nowMs)
      const needsMore =
        bucket.waiting.length > 0 ? !bucket.isRetryPending : bucket.unreported > 0 && !isExhausted
      if (needsMore) void requestLease(bucket)
    } catch (error) {
      bucket.isLeasing = false
      if (error instanceof StoreUnavailable) return switchToLocal(bucket)
      bucket.isLocal = false
      for (const call of bucket.waiting.splice(0)) call.reject(error)
    }
  }

  /** Counts in this process until the database responds. */
  function switchToLocal(bucket: Bucket): void {
    const nowMs = monotonicMs()
    bucket.isLocal = true
    bucket.retryLeaseAtMs = nowMs + retryLeaseMs
    for (const call of bucket.waiting.splice(0)) {
      call.resolve({ ...takeLocally(bucket, nowMs, unixOffsetMs) })
    }
  }

  function tick(): void {
    const nowMs = monotonicMs()
    const idle: Bucket[] = []
    for (const bucket of inUse) {
      bucket.ticks += 1
      if (bucket.isLeasing) {
        if (bucket.ticks > leaseTimeoutTicks && !bucket.isLocal) switchToLocal(bucket)
      } else if (bucket.isRetryPending) {
        if (bucket.ticks > retryTicks || nowMs >= bucket.endsAtMs) void requestLease(bucket)
      } else if (bucket.unspent === 0 || bucket.ticks >= bucket.keepMs / tickMs) {
        inUse.delete(bucket)
        idle.push(bucket)
      }
    }
    void returnUnspent(ctx, idle)

    if (nowMs >= evictAtMs) evict(nowMs)
    if (inUse.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  function addBucket(name: string, opened: { windowMs: number; nowMs: number }): Bucket {
    if (buckets.size >= evictAtSize) evict(opened.nowMs)
    const bucket = createBucket(name, opened.windowMs)
    buckets.set(name, bucket)
    return bucket
  }

  function evict(nowMs: number): void {
    evictBuckets(buckets, { inUse, maxBuckets, nowMs })
    evictAtMs = nowMs + MINUTE_MS
    // Buckets in use stay, and iterating over them for every new bucket would be slow.
    evictAtSize = Math.max(maxBuckets, 2 * inUse.size)
  }

  const local = createProcessLimiter({ monotonicMs, maxBuckets })
  return { take, local, close: () => returnUnspent(ctx, [...inUse]) }
}

/** Returns how many calls to lease beyond those that wait. */
function extraFor(bucket: Bucket, elapsedMs: number): number {
  const { hotLeases, limit, leased, used } = bucket
  const pace = paceOf({ calls: leased, elapsedMs, remaining: limit - used })
  return Math.max(prefetchOf(hotLeases, limit), pace)
}

/** Deletes rate windows an hour after their end. */
export const pruneRateWindows: Job = {
  name: 'prune-rate-windows',
  everyMs: HOUR_MS,
  run: async (ctx) => ({ deleted: await deleteOldWindows(ctx.db, HOUR_MS) }),
}

/** Returns unspent calls to the database. They can no longer be spent here from the start. */
async function returnUnspent(
  ctx: Pick<Context, 'db' | 'log'>,
  buckets: readonly Bucket[],
): Promise<void> {
  const leases = buckets
    .filter(({ unspent }) => unspent > 0)
    .map(({ name, endsAt, unspent }) => ({ bucket: name, endsAt, calls: unspent }))
  if (leases.length === 0) return
  for (const bucket of buckets) {
    bucket.leased -= bucket.unspent
    bucket.unspent = 0
  }

  try {
    await returnCalls(ctx.db, leases)
  } catch (error) {
    // The calls are lost for this window, which harms no one.
    if (error instanceof StoreUnavailable) return
    ctx.log.error({ err: error }, 'unspent calls could not be returned')
  }
}
