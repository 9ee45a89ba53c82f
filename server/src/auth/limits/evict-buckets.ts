import type { Bucket } from './bucket.js'

/**
 * Evicts buckets whose window has ended. If `maxBuckets` or more are left, evicts all that are not in use, because the
 * database has their counts.
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
