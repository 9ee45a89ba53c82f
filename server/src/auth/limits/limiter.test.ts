import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { silentLog } from '../../../test/fixtures/silent-log.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { connectTimeoutMs } from '../../../test/test-config.js'
import { urlOfDatabase } from '../../../test/test-database.js'
import type { Db } from '../../platform/db/db.js'
import { createPostgresDb } from '../../platform/db/postgres-db.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { type Budget, createLimiter, type Limiter } from './limiter.js'

let ctx: TestContext
let url: string
/** Separate connections, as of four processes. */
let dbs: Db[]
beforeAll(async () => {
  ctx = await createTestContext()
  const { rows } = await ctx.db.query<{ name: string }>('select current_database() as name')
  url = urlOfDatabase(inject('postgresUrl'), rows[0]?.name ?? '')
  dbs = [1, 2, 3, 4].map(() =>
    createPostgresDb({ url, poolSize: 2, log: silentLog, connectTimeoutMs }),
  )
  await Promise.all(dbs.map((db) => db.query('select 1')))
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await Promise.all(dbs.map((db) => db.close()))
  await ctx.close()
})

const aBucket = () => `test:${randomBytes(8).toString('hex')}`

const countPassed = (budgets: readonly Budget[]) =>
  budgets.filter(({ isExceeded }) => !isExceeded).length

/** Takes `calls` concurrently. */
const takeMany = (limiter: Limiter, calls: number, bucket: string, perMinute: number) =>
  Promise.all(Array.from({ length: calls }, () => limiter.take(bucket, perMinute)))

/** Takes `calls` like network requests: a few per turn of the event loop, without waiting. */
async function takeSteadily(limiter: Limiter, calls: number, bucket: string, perMinute: number) {
  const budgets: (Budget | Promise<Budget>)[] = []
  for (let call = 1; call <= calls; call += 1) {
    budgets.push(limiter.take(bucket, perMinute))
    if (call % 3 === 0) await nextTurn()
  }
  return Promise.all(budgets)
}

async function findUsed(bucket: string): Promise<number | undefined> {
  const { rows } = await ctx.db.query<{ used: number }>(
    'select used from rate_windows where bucket = $1',
    [bucket],
  )
  return rows[0]?.used
}

/** Ends the bucket's window in the database. */
const endWindow = (bucket: string) =>
  ctx.db.query('update rate_windows set ends_at = ends_at - 60000 where bucket = $1', [bucket])

/** Creates the real database, counting queries, which the test can make hang, fail or break. */
function aFragileDb() {
  let mode: 'well' | 'slow' | 'hanging' | 'away' | 'broken' = 'well'
  let queries = 0
  let revive = () => {}
  const query: Db['query'] = async (sql, params) => {
    queries += 1
    if (mode === 'away') throw new StoreUnavailable({ mayHaveCommitted: false })
    if (mode === 'broken') throw new Error('no such table')
    if (mode === 'slow') await sleep(400)
    if (mode === 'hanging') {
      await new Promise<void>((resolve) => {
        revive = resolve
      })
    }
    return ctx.db.query(sql, params)
  }
  return {
    db: { ...ctx.db, query },
    queries: () => queries,
    /** Hanging statements continue when the database recovers. */
    become: (next: typeof mode) => {
      mode = next
      if (mode === 'well') revive()
    },
  }
}

/** Creates a manual monotonic clock. Ticks still come in real time. */
function aClock() {
  let nowMs = performance.now()
  return {
    monotonicMs: () => nowMs,
    advance: (ms: number) => {
      nowMs += ms
    },
  }
}

/** Stops the ticks of limiters, so that nothing is returned and nothing times out. */
const stopTicks = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

async function findDatabaseNow(): Promise<number> {
  const { rows } = await ctx.db.query<{ now: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  )
  return Number(rows[0]?.now)
}

describe('createLimiter', () => {
  test('default', async () => {
    const bucket = aBucket()
    const limiter = createLimiter(ctx)
    const before = await findDatabaseNow()
    const first = await limiter.take(bucket, 2)
    const after = await findDatabaseNow()

    expect(first).toMatchObject({ isExceeded: false, limit: 2, remaining: 1 })
    expect(first.resetAt).toBeGreaterThanOrEqual(before + 60_000)
    expect(first.resetAt).toBeLessThanOrEqual(after + 60_000)
    expect(first.resetInMs).toBeGreaterThan(59_000)
    expect(first.resetInMs).toBeLessThanOrEqual(60_000)

    const { resetAt } = first
    expect(await limiter.take(bucket, 2)).toMatchObject({
      isExceeded: false,
      remaining: 0,
      resetAt,
    })
    const third = await limiter.take(bucket, 2)
    expect(third).toMatchObject({ isExceeded: true, limit: 2, remaining: 0, resetAt })
    expect(third.resetInMs).toBeGreaterThan(0)
  })

  test('behavior: allows exactly the limit of many concurrent calls, in order and with few queries', async () => {
    const bucket = aBucket()
    const { db, queries } = aFragileDb()
    const budgets = await takeMany(createLimiter({ ...ctx, db }), 3_000, bucket, 1_000)

    expect(budgets.slice(0, 1_000).map(({ remaining }) => remaining)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => 999 - index),
    )
    expect(countPassed(budgets)).toBe(1_000)
    expect(countPassed(budgets.slice(1_000))).toBe(0)
    expect(queries()).toBeLessThan(10)
    expect(await findUsed(bucket)).toBe(1_000)
  })

  test('behavior: a busy caller rarely waits', async () => {
    const bucket = aBucket()
    const { db, queries } = aFragileDb()
    const limiter = createLimiter({ ...ctx, db })
    let waits = 0
    for (let call = 0; call < 1_000; call += 1) {
      const budget = limiter.take(bucket, 100_000)
      if (budget instanceof Promise) waits += 1
      expect((await budget).remaining).toBe(99_999 - call)
    }
    expect(waits).toBeLessThan(50)
    expect(queries()).toBeLessThan(50)
  })

  test.each([
    ['at once, evenly', takeMany, [750, 750, 750, 750]],
    ['at once, unevenly', takeMany, [2_700, 100, 100, 100]],
    ['over time, evenly', takeSteadily, [750, 750, 750, 750]],
    ['over time, unevenly', takeSteadily, [2_700, 100, 100, 100]],
  ] as const)('behavior: four processes share a budget exactly: %s', async (_name, run, loads) => {
    const bucket = aBucket()
    const limiters = dbs.map((db) => createLimiter({ ...ctx, db }))
    const budgets = await Promise.all(
      limiters.map((limiter, index) => run(limiter, loads[index] ?? 0, bucket, 1_000)),
    )
    expect(countPassed(budgets.flat())).toBe(1_000)
    expect(await findUsed(bucket)).toBe(1_000)
  })

  test('behavior: buckets are independent', async () => {
    const [first, second] = [aBucket(), aBucket()]
    const limiter = createLimiter(ctx)
    const budgets = await Promise.all([
      takeMany(limiter, 30, first, 10),
      takeMany(limiter, 30, second, 20),
    ])
    expect(budgets.map(countPassed)).toEqual([10, 20])
  })

  test('behavior: begins a new window after the end', async () => {
    const bucket = aBucket()
    const clock = aClock()
    const limiter = createLimiter(ctx, clock)
    const old = await takeMany(limiter, 5, bucket, 3)
    await endWindow(bucket)
    expect((await limiter.take(bucket, 3)).isExceeded).toBe(true)

    clock.advance(60_000)
    const next = await takeMany(limiter, 5, bucket, 3)
    expect([countPassed(old), countPassed(next)]).toEqual([3, 3])
    expect(next[0]?.resetAt).toBeGreaterThanOrEqual(old[0]?.resetAt ?? Number.NaN)
  })

  test('behavior: does not spend calls of the old window in the new one', async () => {
    stopTicks()
    const bucket = aBucket()
    const clock = aClock()
    const limiter = createLimiter(ctx, clock)
    await takeUntilSomeAreUnspent(limiter, bucket, 1_000)
    await endWindow(bucket)
    clock.advance(60_000)

    expect(countPassed(await takeMany(limiter, 1_000, bucket, 1_000))).toBe(1_000)
    expect(await findUsed(bucket)).toBe(1_000)
  })

  test('behavior: allows calls waiting for a retry when the window ends', async () => {
    const bucket = aBucket()
    const clock = aClock()
    const { db, queries } = aFragileDb()
    const limiter = createLimiter({ ...ctx, db }, clock)
    await limiter.take(bucket, 1)
    const calls = takeMany(limiter, 2, bucket, 1)
    await expect.poll(queries).toBe(2)
    await endWindow(bucket)
    clock.advance(60_000)
    expect(countPassed(await calls)).toBe(1)
  })

  test('behavior: a slow caller leases no unspent calls', async () => {
    const bucket = aBucket()
    const clock = aClock()
    const limiter = createLimiter(ctx, clock)
    for (let call = 1; call <= 8; call += 1) {
      await limiter.take(bucket, 1_000)
      expect(await findUsed(bucket)).toBe(call)
      clock.advance(6_000)
    }
  })

  test('behavior: a steady caller leases the calls of the next seconds, and returns the rest', async () => {
    const bucket = aBucket()
    const { db, queries } = aFragileDb()
    const { monotonicMs, advance } = aClock()
    const limiter = createLimiter({ db, log: silentLog }, { monotonicMs })
    for (let call = 1; call <= 12; call += 1) {
      await limiter.take(bucket, 1_000)
      advance(500)
    }
    // One for the first call, one for the second and the ten calls after it.
    expect(queries()).toBe(2)
    expect(await findUsed(bucket)).toBe(12)

    await limiter.take(bucket, 1_000)
    expect(await findUsed(bucket)).toBe(23)
    await limiter.close()
    expect(await findUsed(bucket)).toBe(13)
  })

  test('behavior: returns unspent calls, which another process can spend', async () => {
    const bucket = aBucket()
    const spent = await takeUntilSomeAreUnspent(createLimiter(ctx), bucket, 50)
    const others = await takeMany(createLimiter(ctx), 50, bucket, 50)
    expect(spent + countPassed(others)).toBe(50)
  })

  test('behavior: returns unspent calls of a large budget a second later', async () => {
    const bucket = aBucket()
    const spent = await takeUntilSomeAreUnspent(createLimiter(ctx), bucket, 1_000)
    await expect.poll(() => findUsed(bucket)).toBe(spent)
  })

  test('behavior: returns unspent calls at once on close', async () => {
    stopTicks()
    const bucket = aBucket()
    const limiter = createLimiter(ctx)
    const spent = await takeUntilSomeAreUnspent(limiter, bucket, 1_000)
    await limiter.close()
    expect(await findUsed(bucket)).toBe(spent)
  })

  test('behavior: does not return calls of an ended window to the next', async () => {
    stopTicks()
    const bucket = aBucket()
    const limiter = createLimiter(ctx)
    await takeUntilSomeAreUnspent(limiter, bucket, 1_000)
    await endWindow(bucket)
    await takeMany(createLimiter(ctx), 10, bucket, 1_000)
    await limiter.close()
    expect(await findUsed(bucket)).toBe(10)
  })

  test('behavior: a refused flood costs one query per 250 ms', async () => {
    const bucket = aBucket()
    const { db, queries } = aFragileDb()
    const clock = aClock()
    const limiter = createLimiter({ ...ctx, db }, clock)
    await takeMany(limiter, 20, bucket, 10)

    const before = queries()
    for (let turn = 0; turn < 100; turn += 1) {
      expect(countPassed(await takeMany(limiter, 50, bucket, 10))).toBe(0)
      expect(limiter.take(bucket, 10)).toMatchObject({ isExceeded: true, remaining: 0 })
      clock.advance(10)
    }
    expect(queries() - before).toBe(3)
  })

  test('behavior: uses calls returned by others within 250 ms', async () => {
    const bucket = aBucket()
    const clock = aClock()
    const limiter = createLimiter(ctx, clock)
    await takeMany(limiter, 20, bucket, 10)
    await ctx.db.query('update rate_windows set used = used - 4 where bucket = $1', [bucket])

    expect(limiter.take(bucket, 10)).toMatchObject({ isExceeded: true })
    clock.advance(250)
    expect(countPassed(await takeMany(limiter, 20, bucket, 10))).toBe(4)
  })

  test('behavior: applies a changed limit from the next query', async () => {
    const bucket = aBucket()
    const clock = aClock()
    const limiter = createLimiter(ctx, clock)
    expect(countPassed(await takeMany(limiter, 20, bucket, 10))).toBe(10)
    clock.advance(250)
    const raised = await takeMany(limiter, 20, bucket, 15)
    expect(countPassed(raised)).toBe(5)
    expect(raised[0]).toMatchObject({ limit: 15, remaining: 4 })

    clock.advance(250)
    expect(await limiter.take(bucket, 5)).toMatchObject({
      isExceeded: true,
      limit: 5,
      remaining: 0,
    })
    expect(await findUsed(bucket)).toBe(15)
  })

  test.each(['hanging', 'away'] as const)(
    'behavior: counts locally while the database is %s',
    async (mode) => {
      const bucket = aBucket()
      const clock = aClock()
      const { db, queries, become } = aFragileDb()
      const limiter = createLimiter({ ...ctx, db }, clock)
      become(mode)
      const budgets = await takeMany(limiter, 300, bucket, 200)
      expect(countPassed(budgets)).toBe(200)
      expect(budgets[0]).toMatchObject({ limit: 200, remaining: 199 })
      expect(
        Math.abs((budgets[0]?.resetAt ?? 0) - (await findDatabaseNow()) - 60_000),
      ).toBeLessThan(5_000)
      // Calls no longer wait for the database.
      expect(limiter.take(bucket, 200)).toMatchObject({ isExceeded: true, remaining: 0 })

      clock.advance(60_000)
      expect(limiter.take(bucket, 200)).toMatchObject({ isExceeded: false, remaining: 199 })
      expect(queries()).toBeLessThanOrEqual(2)
    },
  )

  test.each(['hanging', 'away'] as const)(
    'behavior: resumes leasing after the database was %s',
    async (mode) => {
      const bucket = aBucket()
      const clock = aClock()
      const { db, become } = aFragileDb()
      const limiter = createLimiter({ ...ctx, db }, clock)
      become(mode)
      const budgets = await takeMany(limiter, 5, bucket, 10)

      become('well')
      await vi.waitFor(async () => {
        clock.advance(250)
        budgets.push({ ...(await limiter.take(bucket, 10)) })
        expect(await findUsed(bucket)).toBeGreaterThan(0)
      }, 30_000)
      // Calls allowed locally count as well.
      budgets.push(...(await takeMany(limiter, 20, bucket, 10)))
      expect(countPassed(budgets)).toBe(10)
    },
  )

  test('behavior: an outage during a window does not double its limit', async () => {
    const bucket = aBucket()
    const { db, become } = aFragileDb()
    const limiter = createLimiter({ ...ctx, db })
    const before = await takeMany(limiter, 6, bucket, 10)
    become('away')
    const after = await takeMany(limiter, 20, bucket, 10)
    expect(countPassed([...before, ...after])).toBe(10)
  })

  test('behavior: reports every call to a database that is always too slow', async () => {
    const bucket = aBucket()
    const { db, become } = aFragileDb()
    const limiter = createLimiter({ ...ctx, db })
    become('slow')
    let passed = 0
    const until = performance.now() + 20_000
    while (passed < 30 && performance.now() < until) {
      passed += countPassed(await takeMany(limiter, 5, bucket, 30))
      await sleep(20)
    }
    passed += countPassed(await takeMany(limiter, 5, bucket, 30))
    expect(passed).toBe(30)
    become('well')
    await expect.poll(() => findUsed(bucket)).toBe(30)
  })

  test('behavior: does not spend late granted calls twice', async () => {
    const bucket = aBucket()
    const { db, become } = aFragileDb()
    const limiter = createLimiter({ ...ctx, db })
    become('hanging')
    const [first] = await takeMany(limiter, 1, bucket, 10)
    become('well')
    await expect.poll(() => findUsed(bucket)).toBe(1)
    const rest = await takeMany(limiter, 20, bucket, 10)
    expect(first?.isExceeded).toBe(false)
    expect(countPassed(rest)).toBe(9)
  })

  test('error: passes any other database error to the waiting calls', async () => {
    const bucket = aBucket()
    const { db, become } = aFragileDb()
    const limiter = createLimiter({ ...ctx, db })
    become('broken')
    const budgets = await Promise.allSettled([limiter.take(bucket, 10), limiter.take(bucket, 10)])
    expect(budgets.map(({ status }) => status)).toEqual(['rejected', 'rejected'])

    become('well')
    expect(await limiter.take(bucket, 10)).toMatchObject({ isExceeded: false, remaining: 9 })
  })

  test('behavior: evicts buckets above the maximum, but keeps their counts', async () => {
    const crowded = aBucket()
    const limiter = createLimiter(ctx, { maxBuckets: 10 })
    expect(countPassed(await takeMany(limiter, 5, crowded, 3))).toBe(3)
    const others = await Promise.all(Array.from({ length: 50 }, () => limiter.take(aBucket(), 1)))
    expect(countPassed(others)).toBe(50)
    expect(countPassed(await takeMany(limiter, 5, crowded, 3))).toBe(0)
  })
})

/** Takes calls one by one until the process has unspent leased calls. Returns how many. */
async function takeUntilSomeAreUnspent(limiter: Limiter, bucket: string, perMinute: number) {
  for (let spent = 1; ; spent += 1) {
    await limiter.take(bucket, perMinute)
    if (spent > 20 && ((await findUsed(bucket)) ?? 0) > spent) return spent
  }
}
