import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { HOUR_MS, MINUTE_MS } from '../../lib/time.js'
import { type LeaseRequest, leaseCalls, returnCalls } from './limit-store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

async function lease(request: Partial<LeaseRequest>) {
  const of = { bucket: 'one', windowMs: MINUTE_MS, limit: 100, need: 1, extra: 0, ...request }
  const [leased] = await leaseCalls(ctx.db, [of])
  if (!leased) throw new Error('nothing was leased')
  return leased
}

describe('leaseCalls', () => {
  test.each([
    ['what is needed', { need: 3, extra: 0 }, 3],
    ['some extra', { need: 3, extra: 5 }, 8],
    ['at most an eighth of the rest as extra', { need: 3, extra: 50 }, 13],
    ['no more than is left', { need: 200, extra: 50 }, 80],
    ['nothing without a need', { need: 0, extra: 0 }, 0],
  ])('default: grants %s', async (bucket, request, granted) => {
    await lease({ bucket, need: 20 })
    const { endsAt, now, ...counts } = await lease({ bucket, ...request })
    expect(counts).toEqual({ granted, used: 20 + granted })
    expect(endsAt - now).toBeGreaterThan(50_000)
  })

  test('behavior: grants nothing when the limit is below the calls used', async () => {
    const bucket = 'shrunk'
    await lease({ bucket, need: 60 })
    expect(await lease({ bucket, limit: 10, extra: 1 })).toMatchObject({ granted: 0, used: 60 })
  })

  test('behavior: each bucket of a statement has its own limit and window', async () => {
    await lease({ bucket: 'b', limit: 10, need: 4 })
    await lease({ bucket: 'ended', windowMs: -1, need: 90 })
    const requests = [
      { bucket: 'b', windowMs: MINUTE_MS, limit: 10, need: 8, extra: 0 },
      { bucket: 'ended', windowMs: MINUTE_MS, limit: 100, need: 90, extra: 0 },
      { bucket: 'a', windowMs: HOUR_MS, limit: 100, need: 1, extra: 50 },
    ]
    const leases = await leaseCalls(ctx.db, requests)
    expect(leases).toMatchObject([
      { granted: 6, used: 10 },
      { granted: 90, used: 90 },
      { granted: 13, used: 13 },
    ])
    const minutes = leases.map(({ endsAt, now }) => Math.round((endsAt - now) / MINUTE_MS))
    expect(minutes).toEqual([1, 1, 60])
  })

  test('behavior: concurrent leases of the same buckets in any order do not deadlock', async () => {
    const requests = Array.from({ length: 50 }, (_, index) => ({
      bucket: `leased ${index}`,
      windowMs: MINUTE_MS,
      limit: 100,
      need: 1,
      extra: 0,
    }))
    const batches = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        leaseCalls(ctx.db, index % 2 ? requests : requests.toReversed()),
      ),
    )
    const counts = batches.map((batch) => batch.map(({ used }) => used))
    const sorted = counts.map(([used = 0]) => used).toSorted((a, b) => a - b)
    expect(sorted).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })
})

describe('returnCalls', () => {
  test('behavior: concurrent returns in any order do not deadlock', async () => {
    const buckets = Array.from({ length: 50 }, (_, index) => `returned ${index}`)
    const leases = await Promise.all(
      buckets.map(async (bucket) => {
        const { endsAt } = await lease({ bucket, need: 100 })
        return { bucket, endsAt, calls: 1 }
      }),
    )
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        returnCalls(ctx.db, index % 2 ? leases : leases.toReversed()),
      ),
    )

    const { rows } = await ctx.db.query(
      `select distinct used from rate_windows where bucket like 'returned %'`,
    )
    expect(rows).toEqual([{ used: 60 }])
  })
})
