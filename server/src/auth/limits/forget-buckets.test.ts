import { describe, expect, test } from 'vitest'
import { type Bucket, createBucket } from './bucket.js'
import { forgetBuckets } from './forget-buckets.js'

const aBucket = (name: string, endsAtMs: number): Bucket => ({ ...createBucket(name), endsAtMs })

const over = aBucket('over', 999)
const overInUse = aBucket('over, in use', 999)
const running = aBucket('running', 1_001)
const runningInUse = aBucket('running, in use', 1_001)

function forget(atMost: number): Bucket[] {
  const buckets = new Map(
    [over, overInUse, running, runningInUse].map((bucket) => [bucket.name, bucket]),
  )
  forgetBuckets(buckets, { inUse: new Set([overInUse, runningInUse]), atMost, nowMs: 1_000 })
  return [...buckets.values()]
}

describe('forgetBuckets', () => {
  test('default', () => {
    expect(forget(10)).toEqual([overInUse, running, runningInUse])
  })

  test('behavior: when there are still too many, only those in use stay', () => {
    expect(forget(3)).toEqual([overInUse, runningInUse])
  })
})
