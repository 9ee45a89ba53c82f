import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { leaseCalls } from './limit-store.js'

/** The state of a budget after units were taken from it. */
export type Reading = {
  /** The units were not taken. */
  isExceeded: boolean
  /** End of the window: Unix ms by the database's clock. */
  resetAt: number
  /** Time until then. Always positive. */
  resetInMs: number
}

type Meter = {
  /** Takes `units` of a budget of `most` per window, all or none. Returns without a promise while enough is leased. */
  take(bucket: string, request: MeterRequest): Reading | Promise<Reading>
}

type MeterRequest = { units: number; most: number; windowMs: number }

/** Times ending in `Ms` are monotonic. */
type Bucket = {
  /** Units that this process has leased and not used. */
  left: number
  /** Units that were free in the database at the last lease. */
  free: number
  /** By the database's clock; identifies the window. */
  endsAt: number
  endsAtMs: number
  /** Until then a request for more than `left` and `free` is refused without a query. */
  refuseUntilMs: number
}

/** Other processes may return units or end a window early, so a refusal is checked again after this time. */
const refuseForMs = 250

/**
 * Counts units per bucket and window across all processes. It leases up to an eighth of the rest in advance, so that
 * most requests need no query. While the database is unavailable everything is allowed, because nothing can be stored.
 */
export function createMeter(
  { db }: Pick<Context, 'db'>,
  options: { monotonicMs?: () => number; maxBuckets?: number } = {},
): Meter {
  const { monotonicMs = () => performance.now(), maxBuckets = 50_000 } = options
  const buckets = new Map<string, Bucket>()

  function take(name: string, request: MeterRequest): Reading | Promise<Reading> {
    const nowMs = monotonicMs()
    const bucket = buckets.get(name)
    if (!bucket || nowMs >= bucket.endsAtMs) return lease(name, request)
    if (bucket.left >= request.units) return allow(bucket, request.units, nowMs)
    const isHopeless = bucket.left + bucket.free < request.units
    return isHopeless && nowMs < bucket.refuseUntilMs ? refuse(bucket, nowMs) : lease(name, request)
  }

  async function lease(name: string, { units, most, windowMs }: MeterRequest): Promise<Reading> {
    const sentAtMs = monotonicMs()
    const need = { bucket: name, windowMs, limit: most, need: units, extra: Math.floor(most / 8) }
    try {
      const { endsAt, granted, used, now } = await leaseCalls(db, need)
      const bucket = windowOf(name, { endsAt, endsAtMs: sentAtMs + (endsAt - now) })
      const nowMs = monotonicMs()
      bucket.left += granted
      bucket.free = most - used
      bucket.refuseUntilMs = nowMs + refuseForMs
      return bucket.left >= units ? allow(bucket, units, nowMs) : refuse(bucket, nowMs)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      return { isExceeded: false, resetAt: Date.now() + windowMs, resetInMs: windowMs }
    }
  }

  /** Returns the bucket of a window. Units of an earlier window are lost. */
  function windowOf(name: string, window: { endsAt: number; endsAtMs: number }): Bucket {
    const known = buckets.get(name)
    if (known?.endsAt === window.endsAt) return known
    const opened = { ...window, left: 0, free: 0, refuseUntilMs: 0 }
    if (buckets.size >= maxBuckets) evict()
    buckets.set(name, opened)
    return opened
  }

  /** Forgets ended windows, or else all of them: the units they had leased are lost, which only refuses more. */
  function evict(): void {
    const nowMs = monotonicMs()
    for (const [name, { endsAtMs }] of buckets) {
      if (endsAtMs <= nowMs) buckets.delete(name)
    }
    if (buckets.size >= maxBuckets) buckets.clear()
  }

  return { take }
}

function allow(bucket: Bucket, units: number, nowMs: number): Reading {
  bucket.left -= units
  return { isExceeded: false, ...resetOf(bucket, nowMs) }
}

function refuse(bucket: Bucket, nowMs: number): Reading {
  return { isExceeded: true, ...resetOf(bucket, nowMs) }
}

function resetOf({ endsAt, endsAtMs }: Bucket, nowMs: number): Omit<Reading, 'isExceeded'> {
  return { resetAt: endsAt, resetInMs: Math.max(1, Math.ceil(endsAtMs - nowMs)) }
}
