import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { silentLog } from '../../../test/fixtures/silent-log.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { urlOfDatabase } from '../../../test/test-database.js'
import type { Db } from '../../platform/db/db.js'
import { createPostgresDb } from '../../platform/db/postgres-db.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { type Budget, createLimiter, type Limiter } from './limiter.js'

let ctx: TestContext
let url: string
/** Connections like those of four processes. */
let dbs: Db[]
beforeAll(async () => {
  ctx = await createTestContext()
  const { rows } = await ctx.db.query<{ name: string }>('select current_database() as name')
  url = urlOfDatabase(inject('postgresUrl'), rows[0]?.name ?? '')
  dbs = [1, 2, 3, 4].map(() => createPostgresDb({ url, poolSize: 2, log: silentLog }))
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

const countPassed = (budgets: readonly Budget[]) => budgets.filter(({ isExceeded }) => !isExceeded).length

/** Takes `calls` at once. */
const takeMany = (limiter: Limiter, calls: number, bucket: string, perMinute: number) =>
  Promise.all(Array.from({ length: calls }, () => limiter.take(bucket, perMinute)))

/** Takes `calls` like requests from a network: a few per turn of the loop, without waiting for them. */
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

/** Lets the bucket's window end in the store. */
const endWindow = (bucket: string) =>
  ctx.db.query('update rate_windows set ends_at = ends_at - 60000 where bucket = $1', [bucket])

/** The real store, counted, until it is told to hang, to be away or to be broken. */
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
    /** Statements that hang go on when the store is well again. */
    become: (next: typeof mode) => {
      mode = next
      if (mode === 'well') revive()
    },
  }
}

/** A monotonic clock that moves only by hand. Ticks go on by themselves. */
function aClock() {
  let nowMs = performance.now()
  return {
    monotonicMs: () => nowMs,
    advance: (ms: number) => {
      nowMs += ms
    },
  }
}

/** Keeps limiters from ticking, so that nothing goes back and nobody loses patience by itself. */
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
    expect(await limiter.take(bucket, 2)).toMatchObject({ isExceeded: false, remaining: 0, resetAt })
    const third = await limiter.take(bucket, 2)
    expect(third).toMatchObject({ isExceeded: true, limit: 2, remaining: 0, resetAt })
    expect(third.resetInMs).toBeGreaterThan(0)
  })

  test('behavior: of many calls at once exactly the limit passes, in order and for a few queries', async () => {
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
    const answers = await Promise.all(
      limiters.map((limiter, index) => run(limiter, loads[index] ?? 0, bucket, 1_000)),
    )
    expect(countPassed(answers.flat())).toBe(1_000)
    expect(await findUsed(bucket)).toBe(1_000)
  })

  test('behavior: buckets do not share', async () => {
    const [one, other] = [aBucket(), aBucket()]
    const limiter = createLimiter(ctx)
    const answers = await Promise.all([
      takeMany(limiter, 30, one, 10),
      takeMany(limiter, 30, other, 20),
    ])
    expect(answers.map(countPassed)).toEqual([10, 20])
  })

  test('behavior: after the end a new window begins', async () => {
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

  test('behavior: what is left of the old window is not spent in the new one', async () => {
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

  test('behavior: held calls pass when the window ends meanwhile', async () => {
    const bucket = aBucket()
    const clock = aClock()
    const { db, queries } = aFragileDb()
    const limiter = createLimiter({ ...ctx, db }, clock)
    await limiter.take(bucket, 1)
    const held = takeMany(limiter, 2, bucket, 1)
    expect(queries()).toBe(2)
    await endWindow(bucket)
    clock.advance(60_000)
    expect(countPassed(await held)).toBe(1)
  })

  test('behavior: a slow caller leaves nothing behind', async () => {
    const bucket = aBucket()
    const clock = aClock()
    const limiter = createLimiter(ctx, clock)
    for (let call = 1; call <= 10; call += 1) {
      await limiter.take(bucket, 1_000)
      expect(await findUsed(bucket)).toBe(call)
      clock.advance(200)
    }
  })

  test('behavior: unspent calls go back and are then spent elsewhere', async () => {
    const bucket = aBucket()
    const spent = await takeUntilSomeAreUnspent(createLimiter(ctx), bucket, 1_000)
    const others = await takeMany(createLimiter(ctx), 1_000, bucket, 1_000)
    expect(spent + countPassed(others)).toBe(1_000)
  })

  test('behavior: a process that stops gives back at once', async () => {
    stopTicks()
    const bucket = aBucket()
    const limiter = createLimiter(ctx)
    const spent = await takeUntilSomeAreUnspent(limiter, bucket, 1_000)
    await limiter.close()
    expect(await findUsed(bucket)).toBe(spent)
  })

  test('behavior: what is left of an ended window does not go back into the next', async () => {
    stopTicks()
    const bucket = aBucket()
    const limiter = createLimiter(ctx)
    await takeUntilSomeAreUnspent(limiter, bucket, 1_000)
    await endWindow(bucket)
    await takeMany(createLimiter(ctx), 10, bucket, 1_000)
    await limiter.close()
    expect(await findUsed(bucket)).toBe(10)
  })

  test('behavior: a refused flood costs a query per quarter of a second', async () => {
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

  test('behavior: who refuses notices within a quarter of a second that others gave back', async () => {
    const bucket = aBucket()
    const clock = aClock()
    const limiter = createLimiter(ctx, clock)
    await takeMany(limiter, 20, bucket, 10)
    await ctx.db.query('update rate_windows set used = used - 4 where bucket = $1', [bucket])

    expect(limiter.take(bucket, 10)).toMatchObject({ isExceeded: true })
    clock.advance(250)
    expect(countPassed(await takeMany(limiter, 20, bucket, 10))).toBe(4)
  })

  test('behavior: a changed limit holds from the next query', async () => {
    const bucket = aBucket()
    const clock = aClock()
    const limiter = createLimiter(ctx, clock)
    expect(countPassed(await takeMany(limiter, 20, bucket, 10))).toBe(10)
    clock.advance(250)
    const raised = await takeMany(limiter, 20, bucket, 15)
    expect(countPassed(raised)).toBe(5)
    expect(raised[0]).toMatchObject({ limit: 15, remaining: 4 })

    clock.advance(250)
    expect(await limiter.take(bucket, 5)).toMatchObject({ isExceeded: true, limit: 5, remaining: 0 })
    expect(await findUsed(bucket)).toBe(15)
  })

  test.each(['hanging', 'away'] as const)(
    'behavior: while the store is %s the process counts by itself',
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
      // Nobody waits for the store any more.
      expect(limiter.take(bucket, 200)).toMatchObject({ isExceeded: true, remaining: 0 })

      clock.advance(60_000)
      expect(limiter.take(bucket, 200)).toMatchObject({ isExceeded: false, remaining: 199 })
      expect(queries()).toBeLessThanOrEqual(2)
    },
  )

  test.each(['hanging', 'away'] as const)(
    'behavior: a store that is %s and comes back counts again',
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
      })
      // What passed without the store counts as well.
      budgets.push(...(await takeMany(limiter, 20, bucket, 10)))
      expect(countPassed(budgets)).toBe(10)
    },
  )

  test('behavior: a store that fails halfway through a window does not double it', async () => {
    const bucket = aBucket()
    const { db, become } = aFragileDb()
    const limiter = createLimiter({ ...ctx, db })
    const before = await takeMany(limiter, 6, bucket, 10)
    become('away')
    const after = await takeMany(limiter, 20, bucket, 10)
    expect(countPassed([...before, ...after])).toBe(10)
  })

  test('behavior: a store that is always too slow still hears of every call', async () => {
    const bucket = aBucket()
    const { db, become } = aFragileDb()
    const limiter = createLimiter({ ...ctx, db })
    become('slow')
    let passed = 0
    const until = performance.now() + 3_000
    while (performance.now() < until) {
      passed += countPassed(await takeMany(limiter, 5, bucket, 30))
      await sleep(20)
    }
    expect(passed).toBe(30)
    become('well')
    await vi.waitFor(async () => expect(await findUsed(bucket)).toBe(30), { timeout: 3_000 })
  })

  test('behavior: calls granted too late are not spent twice', async () => {
    const bucket = aBucket()
    const { db, become } = aFragileDb()
    const limiter = createLimiter({ ...ctx, db })
    become('hanging')
    const [first] = await takeMany(limiter, 1, bucket, 10)
    become('well')
    await vi.waitFor(async () => expect(await findUsed(bucket)).toBe(1))
    const rest = await takeMany(limiter, 20, bucket, 10)
    expect(first?.isExceeded).toBe(false)
    expect(countPassed(rest)).toBe(9)
  })

  test('error: any other failure of the store reaches the calls that wait', async () => {
    const bucket = aBucket()
    const { db, become } = aFragileDb()
    const limiter = createLimiter({ ...ctx, db })
    become('broken')
    const answers = await Promise.allSettled([limiter.take(bucket, 10), limiter.take(bucket, 10)])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])

    become('well')
    expect(await limiter.take(bucket, 10)).toMatchObject({ isExceeded: false, remaining: 9 })
  })

  test('behavior: buckets are forgotten when there are too many, but not their calls', async () => {
    const crowded = aBucket()
    const limiter = createLimiter(ctx, { maxBuckets: 10 })
    expect(countPassed(await takeMany(limiter, 5, crowded, 3))).toBe(3)
    const others = await Promise.all(Array.from({ length: 50 }, () => limiter.take(aBucket(), 1)))
    expect(countPassed(others)).toBe(50)
    expect(countPassed(await takeMany(limiter, 5, crowded, 3))).toBe(0)
  })
})

/** Takes calls, one after the other, until the process has leased more than it spent; returns how many. */
async function takeUntilSomeAreUnspent(limiter: Limiter, bucket: string, perMinute: number) {
  for (let spent = 1; ; spent += 1) {
    await limiter.take(bucket, perMinute)
    if (spent > 20 && ((await findUsed(bucket)) ?? 0) > spent) return spent
  }
}
