import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countingDb } from '../../../test/counting-db.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { MINUTE_MS } from '../../lib/time.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { createMeter } from './meter.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const of = (units: number, max = 100) => ({ units, max, windowMs: MINUTE_MS })

describe('createMeter', () => {
  test('default: takes units until the budget is used up', async () => {
    const meter = createMeter(ctx)
    expect(await meter.take('default', of(60))).toMatchObject({ isExceeded: false })
    expect(await meter.take('default', of(40))).toMatchObject({ isExceeded: false })
    const refused = await meter.take('default', of(1))
    expect(refused.isExceeded).toBe(true)
    expect(refused.resetInMs).toBeGreaterThan(0)
    expect(refused.resetInMs).toBeLessThanOrEqual(MINUTE_MS)
  })

  test('behavior: takes all or nothing', async () => {
    const meter = createMeter(ctx)
    expect(await meter.take('all', of(101))).toMatchObject({ isExceeded: true })
    expect(await meter.take('all', of(100))).toMatchObject({ isExceeded: false })
  })

  test('behavior: several processes share a budget', async () => {
    const meters = [createMeter(ctx), createMeter(ctx), createMeter(ctx)]
    let takenUnits = 0
    for (let round = 0; round < 50; round += 1) {
      for (const meter of meters) {
        if (!(await meter.take('shared', of(3))).isExceeded) takenUnits += 3
      }
    }
    // A process may keep a part that is too small for its next request.
    expect(takenUnits).toBeGreaterThan(90)
    expect(takenUnits).toBeLessThanOrEqual(100)
  })

  test('behavior: leases in advance, and repeats a refusal without a query', async () => {
    const { db, statements } = countingDb(ctx.db)
    const meter = createMeter({ db })
    for (let call = 0; call < 100; call += 1) await meter.take('many', of(1, 10_000))
    expect(statements).toHaveLength(1)
    for (let call = 0; call < 100; call += 1) await meter.take('many', of(20_000, 10_000))
    expect(statements.length).toBeLessThan(10)
  })

  test('behavior: a hundred processes that are killed waste little of a budget', async () => {
    const max = 1_000_000
    for (let process = 0; process < 100; process += 1) {
      await createMeter(ctx).take('killed', of(1, max))
    }
    const otherReading = await createMeter(ctx).take('killed', of(0.95 * max, max))
    expect(otherReading).toMatchObject({ isExceeded: false })
  })

  test('behavior: a new window begins after the end of the last one', async () => {
    let nowMs = 0
    const meter = createMeter(ctx, { monotonicMs: () => nowMs })
    await meter.take('window', of(100))
    expect(await meter.take('window', of(100))).toMatchObject({ isExceeded: true })
    await ctx.db.query(`update rate_windows set ends_at = 0 where bucket = 'window'`)
    nowMs = MINUTE_MS
    expect(await meter.take('window', of(100))).toMatchObject({ isExceeded: false })
  })

  test('behavior: many buckets do not grow without bound', async () => {
    const meter = createMeter(ctx, { maxBuckets: 2 })
    for (const name of ['a', 'b', 'c']) await meter.take(`few ${name}`, of(50))
    // The units leased in advance are lost.
    expect(await meter.take('few a', of(50))).toMatchObject({ isExceeded: true })
  })

  test('behavior: returned units can be taken again', async () => {
    const meter = createMeter(ctx)
    const { resetAt } = await meter.take('returned', of(100))
    meter.giveBack('returned', { units: 100, resetAt: resetAt - 1 })
    expect(await meter.take('returned', of(1))).toMatchObject({ isExceeded: true })
    meter.giveBack('returned', { units: 100, resetAt })
    expect(await meter.take('returned', of(100))).toMatchObject({ isExceeded: false })
  })

  test('behavior: counts on its own while the database is unavailable, and reports it later', async () => {
    let isLost = true
    const query: typeof ctx.db.query = (...input) =>
      isLost
        ? Promise.reject(new StoreUnavailable({ mayHaveCommitted: false }))
        : ctx.db.query(...input)
    const meter = createMeter({ db: { ...ctx.db, query } as typeof ctx.db })
    expect(await meter.take('local', of(70))).toMatchObject({ isExceeded: false })
    expect(await meter.take('local', of(70))).toMatchObject({ isExceeded: true })
    isLost = false
    expect(await meter.take('local', of(10))).toMatchObject({ isExceeded: false })
    expect(await createMeter(ctx).take('local', of(30))).toMatchObject({ isExceeded: true })
    isLost = true
    expect(await meter.take('local', of(21))).toMatchObject({ isExceeded: true })
    expect(await meter.take('local', of(20))).toMatchObject({ isExceeded: false })
  })
})
