import { createBatches } from '../../platform/batches.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { batchedLeases } from './limit-store.js'

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
  /** Takes `units` of `max` per window, all or none. Needs no promise while enough is leased. */
  take(bucket: string, request: MeterRequest): Reading | Promise<Reading>
  /** Returns units to the window of `resetAt`, from their reading, unless it has ended. */
  giveBack(bucket: string, usage: { units: number; resetAt: number }): void
}

type MeterRequest = { units: number; max: number; windowMs: number }

/** Times ending in `Ms` are monotonic. */
type Bucket = {
  /** Units that this process has leased and not used. Negative: units used without a lease. */
  leasedUnits: number
  /** Units that were free in the database at the last lease. */
  freeUnits: number
  /** By the database's clock; identifies the window. */
  endsAt: number
  endsAtMs: number
  /** Until then a request for more than `leasedUnits` and `freeUnits` is refused without a query. */
  refuseUntilMs: number
  /** The window was opened without the database. */
  isLocal: boolean
}

/** Other processes may return units or end a window early, so refusals expire after this time. */
const refuseForMs = 250

/** A killed process loses its lease, so in a window of one day the lease must be small. */
const requestsInAdvance = 128

/**
 * Counts units per bucket and window across all processes. It leases units for further requests in
 * advance, up to an eighth of the budget, so that most requests need no query. While the database
 * is unavailable each process counts on its own: from the last known window, or from a new one. The
 * next lease pays for these units first.
 */
export function createMeter(
  { db }: Pick<Context, 'db'>,
  options: { monotonicMs?: () => number; maxBuckets?: number } = {},
): Meter {
  const { monotonicMs = () => performance.now(), maxBuckets = 50_000 } = options
  const batches = createBatches(db)
  const buckets = new Map<string, Bucket>()

  function take(name: string, request: MeterRequest): Reading | Promise<Reading> {
    const nowMs = monotonicMs()
    const bucket = buckets.get(name)
    if (!bucket || nowMs >= bucket.endsAtMs) return lease(name, request)
    if (bucket.leasedUnits >= request.units) return allow(bucket, request.units, nowMs)
    const isHopeless = bucket.leasedUnits + bucket.freeUnits < request.units
    return isHopeless && nowMs < bucket.refuseUntilMs ? refuse(bucket, nowMs) : lease(name, request)
  }

  async function lease(name: string, { units, max, windowMs }: MeterRequest): Promise<Reading> {
    const sentAtMs = monotonicMs()
    const need = units + debtOf(buckets.get(name), sentAtMs)
    const extra = Math.floor(Math.min(max / 8, units * requestsInAdvance))
    try {
      const lease = { bucket: name, windowMs, limit: max, need, extra }
      const { endsAt, granted, used, now } = await batches.run(batchedLeases, lease)
      const bucket = windowOf(name, { endsAt, endsAtMs: sentAtMs + (endsAt - now) })
      const nowMs = monotonicMs()
      bucket.leasedUnits += granted
      bucket.freeUnits = max - used
      bucket.refuseUntilMs = nowMs + refuseForMs
      return bucket.leasedUnits >= units ? allow(bucket, units, nowMs) : refuse(bucket, nowMs)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      return takeLocally(name, { units, max, windowMs })
    }
  }

  function takeLocally(name: string, { units, max, windowMs }: MeterRequest): Reading {
    const nowMs = monotonicMs()
    let bucket = buckets.get(name)
    if (!bucket || nowMs >= bucket.endsAtMs) {
      bucket = windowOf(name, { endsAt: Date.now() + windowMs, endsAtMs: nowMs + windowMs })
      bucket.freeUnits = max
      bucket.isLocal = true
    }
    return bucket.leasedUnits + bucket.freeUnits >= units
      ? allow(bucket, units, nowMs)
      : refuse(bucket, nowMs)
  }

  /** Returns the bucket of a window. Earlier units are lost, except those used without a lease. */
  function windowOf(name: string, window: { endsAt: number; endsAtMs: number }): Bucket {
    const bucket = buckets.get(name)
    if (bucket?.endsAt === window.endsAt) return bucket
    const debt = bucket?.isLocal ? debtOf(bucket, monotonicMs()) : 0
    const opened = { ...window, leasedUnits: -debt, freeUnits: 0, refuseUntilMs: 0, isLocal: false }
    if (buckets.size >= maxBuckets) evict()
    buckets.set(name, opened)
    return opened
  }

  /** Forgets ended windows, or else all: their leased units are lost, which only refuses more. */
  function evict(): void {
    const nowMs = monotonicMs()
    for (const [name, { endsAtMs }] of buckets) {
      if (endsAtMs <= nowMs) buckets.delete(name)
    }
    if (buckets.size >= maxBuckets) buckets.clear()
  }

  return {
    take,
    giveBack(name, { units, resetAt }) {
      const bucket = buckets.get(name)
      if (bucket?.endsAt === resetAt) bucket.leasedUnits += units
    },
  }
}

/** Returns the units of an open window that were used without a lease. */
function debtOf(bucket: Bucket | undefined, nowMs: number): number {
  return bucket && nowMs < bucket.endsAtMs ? Math.max(0, -bucket.leasedUnits) : 0
}

function allow(bucket: Bucket, units: number, nowMs: number): Reading {
  bucket.leasedUnits -= units
  return { isExceeded: false, ...resetOf(bucket, nowMs) }
}

function refuse(bucket: Bucket, nowMs: number): Reading {
  return { isExceeded: true, ...resetOf(bucket, nowMs) }
}

function resetOf({ endsAt, endsAtMs }: Bucket, nowMs: number): Omit<Reading, 'isExceeded'> {
  return { resetAt: endsAt, resetInMs: Math.max(1, Math.ceil(endsAtMs - nowMs)) }
}
