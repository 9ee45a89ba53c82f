import { MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { acceptLease } from './accept-lease.js'
import { answerWaiting } from './answer-waiting.js'
import { allow, type Bucket, createBucket, type LiveBudget, refuse } from './bucket.js'
import { forgetBuckets } from './forget-buckets.js'
import { giveBack } from './give-back.js'
import { leaseCalls } from './limit-store.js'
import { countHotLeases, prefetchOf } from './prefetch.js'
import { takeAlone } from './take-alone.js'

/** What a bucket has left. Where it comes at once it is reused: read it before the next call. */
export type Budget = Readonly<LiveBudget>

export type Limiter = {
  /**
   * Takes one call from the bucket's budget: at once when some of it is at hand, which is the rule
   * for a busy caller.
   */
  take(bucket: string, perMinute: number): Budget | Promise<Budget>
  /** Gives back what was not spent, for when the process stops. */
  close(): Promise<void>
}

export type LimiterOptions = { monotonicMs?: () => number; rememberAtMost?: number }

/**
 * Waiting is counted in ticks, because a process that was itself held up must not blame the store.
 * The first tick may come at once, so it does not count.
 */
const tickMs = 25
const patienceTicks = 250 / tickMs
const holdTicks = 200 / tickMs
/** What is not spent by then goes back: well before others who hold calls for it look again. */
const leaseTicks = 75 / tickMs
const askAgainMs = 250

/**
 * Limits calls per bucket and minute, exactly and for all processes together. The store leases calls
 * to whoever has some waiting, and a few more to the busy, so that most calls cost no query.
 */
export function createLimiter(
  ctx: Pick<Context, 'db' | 'log'>,
  options: LimiterOptions = {},
): Limiter {
  const { monotonicMs = () => performance.now(), rememberAtMost = 50_000 } = options
  const buckets = new Map<string, Bucket>()
  /** Buckets with calls waiting, unspent or asked for. The timer runs while there are any. */
  const inUse = new Set<Bucket>()
  let timer: NodeJS.Timeout | null = null
  let forgetAtMs = 0
  let forgetAtSize = rememberAtMost
  /** From the monotonic to the database's clock; to our own until the database has told its time. */
  let unixOffsetMs = performance.timeOrigin

  function take(name: string, perMinute: number): Budget | Promise<Budget> {
    const nowMs = monotonicMs()
    const bucket = buckets.get(name) ?? remember(name, nowMs)
    if (bucket.unspent > 0 && nowMs < bucket.endsAtMs) {
      bucket.unspent -= 1
      return allow(bucket, nowMs)
    }

    if (nowMs < bucket.refuseUntilMs) return refuse(bucket, nowMs)
    bucket.limit = perMinute
    if (bucket.isAlone) {
      if (!bucket.isAsking && nowMs >= bucket.askAgainAtMs) void ask(bucket)
      return takeAlone(bucket, nowMs, unixOffsetMs)
    }
    return new Promise((resolve, reject) => {
      bucket.waiting.push({ resolve, reject })
      if (!bucket.isAsking && !bucket.isHeld) void ask(bucket)
    })
  }

  /** Asks the store for the calls that wait, and for those that have passed without it. */
  async function ask(bucket: Bucket): Promise<void> {
    const sentAtMs = monotonicMs()
    const { name, limit } = bucket
    if (sentAtMs >= bucket.endsAtMs) bucket.owed = 0
    const need = bucket.waiting.length + bucket.owed
    bucket.hotLeases = countHotLeases(bucket.hotLeases, sentAtMs - bucket.leasedAtMs)
    const extra = bucket.isAlone ? 0 : prefetchOf(bucket.hotLeases, limit)
    bucket.isAsking = true
    bucket.isHeld = false
    bucket.ticks = 0
    inUse.add(bucket)
    timer ??= setInterval(tick, tickMs).unref()

    try {
      const lease = await leaseCalls(ctx.db, { bucket: name, limit, need, extra })
      const nowMs = monotonicMs()
      bucket.isAsking = false
      unixOffsetMs = lease.now - nowMs
      const isExhausted = lease.granted < need
      acceptLease(bucket, lease, { limit, sentAtMs }, nowMs)
      answerWaiting(bucket, isExhausted, nowMs)
      const isOpen = bucket.waiting.length > 0 ? !bucket.isHeld : bucket.owed > 0 && !isExhausted
      if (isOpen) void ask(bucket)
    } catch (error) {
      bucket.isAsking = false
      if (error instanceof StoreUnavailable) return standAlone(bucket)
      bucket.isAlone = false
      for (const call of bucket.waiting.splice(0)) call.reject(error)
    }
  }

  /** Until the store answers, this process counts by itself. */
  function standAlone(bucket: Bucket): void {
    const nowMs = monotonicMs()
    bucket.isAlone = true
    bucket.askAgainAtMs = nowMs + askAgainMs
    for (const call of bucket.waiting.splice(0)) {
      call.resolve({ ...takeAlone(bucket, nowMs, unixOffsetMs) })
    }
  }

  function tick(): void {
    const nowMs = monotonicMs()
    const idle: Bucket[] = []
    for (const bucket of inUse) {
      bucket.ticks += 1
      if (bucket.isAsking) {
        if (bucket.ticks > patienceTicks && !bucket.isAlone) standAlone(bucket)
      } else if (bucket.isHeld) {
        if (bucket.ticks > holdTicks || nowMs >= bucket.endsAtMs) void ask(bucket)
      } else if (bucket.unspent === 0 || bucket.ticks > leaseTicks) {
        inUse.delete(bucket)
        idle.push(bucket)
      }
    }
    void giveBack(ctx, idle)

    if (nowMs >= forgetAtMs) forget(nowMs)
    if (inUse.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }

  function remember(name: string, nowMs: number): Bucket {
    if (buckets.size >= forgetAtSize) forget(nowMs)
    const bucket = createBucket(name)
    buckets.set(name, bucket)
    return bucket
  }

  function forget(nowMs: number): void {
    forgetBuckets(buckets, { inUse, atMost: rememberAtMost, nowMs })
    forgetAtMs = nowMs + MINUTE_MS
    // Those in use stay. Going through them for every newcomer would be slow.
    forgetAtSize = Math.max(rememberAtMost, 2 * inUse.size)
  }

  return { take, close: () => giveBack(ctx, [...inUse]) }
}
