import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../lib/time.js'
import { type Bucket, createBucket } from './bucket.js'
import { evictBuckets } from './evict-buckets.js'

const aBucket = (name: string, endsAtMs: number): Bucket => ({
  ...createBucket(name, MINUTE_MS),
  endsAtMs,
})

const ended = aBucket('ended', 999)
const endedInUse = aBucket('ended, in use', 999)
const running = aBucket('running', 1_001)
const runningInUse = aBucket('running, in use', 1_001)

function evict(maxBuckets: number): Bucket[] {
  const buckets = new Map(
    [ended, endedInUse, running, runningInUse].map((bucket) => [bucket.name, bucket]),
  )
  evictBuckets(buckets, { inUse: new Set([endedInUse, runningInUse]), maxBuckets, nowMs: 1_000 })
  return [...buckets.values()]
}

describe('evictBuckets', () => {
  test('default', () => {
    expect(evict(10)).toEqual([endedInUse, running, runningInUse])
  })

  test('behavior: keeps only buckets in use when too many are left', () => {
    expect(evict(3)).toEqual([endedInUse, runningInUse])
  })
})
