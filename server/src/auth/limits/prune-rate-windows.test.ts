import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { MINUTE_MS } from '../../lib/time.js'
import { leaseCalls } from './limit-store.js'
import { pruneRateWindows } from './limiter.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

/** Adds a window that ended some minutes ago, or ends in the future if negative. */
async function aWindow(bucket: string, endedMinutesAgo: number): Promise<void> {
  await leaseCalls(ctx.db, [{ bucket, windowMs: MINUTE_MS, limit: 10, need: 1, extra: 0 }])
  await ctx.db.query('update rate_windows set ends_at = ends_at - $2::bigint where bucket = $1', [
    bucket,
    (endedMinutesAgo + 1) * 60_000,
  ])
}

describe('pruneRateWindows', () => {
  test('default', async () => {
    await aWindow('running', -1)
    await aWindow('just ended', 58)
    await aWindow('old', 61)
    await aWindow('very old', 6_000)

    expect(await pruneRateWindows.run(ctx, new AbortController().signal)).toEqual({ deleted: 2 })
    const { rows } = await ctx.db.query('select bucket from rate_windows order by bucket')
    expect(rows).toEqual([{ bucket: 'just ended' }, { bucket: 'running' }])
  })
})
