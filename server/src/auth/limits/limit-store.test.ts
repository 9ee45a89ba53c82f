import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { MINUTE_MS } from '../../lib/time.js'
import { leaseCalls, returnCalls } from './limit-store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('leaseCalls', () => {
  test.each([
    ['what is needed', { need: 3, extra: 0 }, 3],
    ['some extra', { need: 3, extra: 5 }, 8],
    ['at most an eighth of the rest as extra', { need: 3, extra: 50 }, 13],
    ['no more than is left', { need: 200, extra: 50 }, 80],
    ['nothing without a need', { need: 0, extra: 0 }, 0],
  ])('default: grants %s', async (bucket, request, granted) => {
    await leaseCalls(ctx.db, { bucket, windowMs: MINUTE_MS, limit: 100, need: 20, extra: 0 })
    const lease = await leaseCalls(ctx.db, { bucket, windowMs: MINUTE_MS, limit: 100, ...request })
    expect(lease).toMatchObject({ granted, used: 20 + granted })
    expect(lease.endsAt - lease.now).toBeGreaterThan(50_000)
  })

  test('behavior: grants nothing when the limit is below the calls used', async () => {
    const bucket = 'shrunk'
    await leaseCalls(ctx.db, { bucket, windowMs: MINUTE_MS, limit: 100, need: 60, extra: 0 })
    const lease = await leaseCalls(ctx.db, {
      bucket,
      windowMs: MINUTE_MS,
      limit: 10,
      need: 1,
      extra: 1,
    })
    expect(lease).toMatchObject({ granted: 0, used: 60 })
  })
})

describe('returnCalls', () => {
  test('behavior: concurrent returns in any order do not deadlock', async () => {
    const buckets = Array.from({ length: 50 }, (_, index) => `returned ${index}`)
    const leases = await Promise.all(
      buckets.map(async (bucket) => {
        const { endsAt } = await leaseCalls(ctx.db, {
          bucket,
          windowMs: MINUTE_MS,
          limit: 100,
          need: 100,
          extra: 0,
        })
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
