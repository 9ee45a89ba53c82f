import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../lib/time.js'
import { type Bucket, createBucket, evictBuckets } from './bucket.js'
import { createProcessLimiter } from './process-limiter.js'

function aLimiter({ maxBuckets = 100 } = {}) {
  let nowMs = 1_000
  const limiter = createProcessLimiter({ monotonicMs: () => nowMs, maxBuckets })
  return {
    ...limiter,
    /** Takes two calls of two per minute by default. */
    takeMany: (count: number, bucket = 'a') =>
      Array.from({ length: count }, () => limiter.take(bucket, 2, 60_000).isExceeded),
    advance: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('createProcessLimiter', () => {
  test('default', () => {
    const { take } = aLimiter()
    expect(take('a', 2, 60_000)).toEqual({
      isExceeded: false,
      limit: 2,
      remaining: 1,
      resetAt: Math.round(61_000 + performance.timeOrigin),
      resetInMs: 60_000,
    })
  })

  test('behavior: refuses calls above the limit until the window ends', () => {
    const { takeMany, advance } = aLimiter()
    expect(takeMany(3)).toEqual([false, false, true])
    expect(takeMany(1, 'b')).toEqual([false])
    advance(59_999)
    expect(takeMany(1)).toEqual([true])
    advance(1)
    expect(takeMany(3)).toEqual([false, false, true])
  })

  test('behavior: a call that was given back can be taken again', () => {
    const { takeMany, giveBack, advance } = aLimiter()
    giveBack('a')
    expect(takeMany(3)).toEqual([false, false, true])
    giveBack('a')
    expect(takeMany(2)).toEqual([false, true])
    advance(60_000)
    giveBack('a')
    expect(takeMany(3)).toEqual([false, false, true])
  })

  test('behavior: never gives back more than the limit', () => {
    const { takeMany, giveBack } = aLimiter()
    takeMany(1)
    for (let count = 0; count < 5; count += 1) giveBack('a')
    expect(takeMany(3)).toEqual([false, false, true])
  })

  test('behavior: a changed limit applies to the current window', () => {
    const { take } = aLimiter()
    const takeOf = (max: number) => take('a', max, 60_000)
    expect([takeOf(2), takeOf(2), takeOf(2)].map(({ isExceeded }) => isExceeded).at(-1)).toBe(true)
    expect(takeOf(4)).toMatchObject({ isExceeded: false, limit: 4, remaining: 1 })
    expect(takeOf(1)).toMatchObject({ isExceeded: true, limit: 1, remaining: 0 })
    expect(takeOf(4)).toMatchObject({ isExceeded: false, limit: 4, remaining: 0 })
  })

  test('behavior: forgets its counts instead of growing without bound', () => {
    const { takeMany } = aLimiter({ maxBuckets: 3 })
    expect(takeMany(3)).toEqual([false, false, true])
    for (const bucket of ['b', 'c', 'd']) takeMany(1, bucket)
    expect(takeMany(1)).toEqual([false])
  })
})

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
