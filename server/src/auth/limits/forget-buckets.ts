import type { Bucket } from './bucket.js'

/**
 * Forgets buckets whose window is over and, when still more than `atMost` are left, all others that
 * are not in use: the store knows them as well.
 */
export function forgetBuckets(
  buckets: Map<string, Bucket>,
  options: { inUse: ReadonlySet<Bucket>; atMost: number; nowMs: number },
): void {
  const { inUse, atMost, nowMs } = options
  for (const [name, bucket] of buckets) {
    if (nowMs >= bucket.endsAtMs && !inUse.has(bucket)) buckets.delete(name)
  }
  if (buckets.size < atMost) return

  for (const [name, bucket] of buckets) {
    if (!inUse.has(bucket)) buckets.delete(name)
  }
}
