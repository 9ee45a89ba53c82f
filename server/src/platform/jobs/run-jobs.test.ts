import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countingDb } from '../../../test/counting-db.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { HOUR_MS, MINUTE_MS } from '../../lib/time.js'
import { createLogger } from '../log.js'
import { acquireJob, ensureJobs, listUnhealthyJobs, renewJob } from './lease-store.js'
import { createJobRunner, type Job } from './run-jobs.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())
beforeEach(async () => {
  await ctx.db.query('delete from job_leases')
})

async function row() {
  const { rows } = await ctx.db.query<{ owner: string | null; run_at: string }>(
    'select owner, run_at, last_error from job_leases',
  )
  return rows[0]
}

function hourly(run: Job['run']): Job {
  return { name: 'hourly', everyMs: HOUR_MS, run }
}

const ensureHourly = () =>
  ensureJobs(ctx.db, { jobs: [{ name: 'hourly', everyMs: HOUR_MS }], now: ctx.now() })

describe('createJobRunner', () => {
  test('default', async () => {
    let runs = 0
    const startedAt = ctx.now()
    const job = hourly(async () => ({ runs: ++runs }))
    const runner = createJobRunner(ctx, { jobs: [job], pollMs: 10 })
    runner.start()

    await expect.poll(row).toEqual({
      owner: null,
      run_at: String(startedAt + HOUR_MS),
      last_error: null,
    })
    ctx.clock.advance(HOUR_MS - 1)
    await expect.poll(() => runs).toBe(1)
    ctx.clock.advance(1)
    await expect.poll(() => runs).toBe(2)
    await runner.stop()
  })

  test('behavior: only one of four runners runs a due job', async () => {
    let runs = 0
    const job = hourly(async () => ({ runs: ++runs }))
    const runners = Array.from({ length: 4 }, () =>
      createJobRunner(ctx, { jobs: [job], pollMs: 5 }),
    )
    for (const runner of runners) runner.start()
    await expect.poll(async () => (await row())?.owner).toBe(null)
    for (let round = 2; round <= 5; round += 1) {
      ctx.clock.advance(HOUR_MS)
      await expect.poll(() => runs).toBe(round)
    }
    await Promise.all(runners.map((runner) => runner.stop()))
    expect(runs).toBe(5)
  })

  test('behavior: records a failure and keeps the schedule', async () => {
    let runs = 0
    const job = hourly(async () => {
      runs += 1
      if (runs === 1) throw new Error('no luck')
      return {}
    })
    const runner = createJobRunner(ctx, { jobs: [job], pollMs: 5 })
    runner.start()
    await expect.poll(row).toMatchObject({ owner: null, last_error: 'no luck' })
    expect(await listUnhealthyJobs(ctx.db, ctx.now())).toEqual({ failing: ['hourly'], overdue: [] })

    ctx.clock.advance(HOUR_MS)
    await expect.poll(row).toMatchObject({ last_error: null })
    await runner.stop()
  })

  test('behavior: the pretty log shows only the first of several failures', async () => {
    const lines: string[] = []
    const log = createLogger(
      'info',
      { write: (line) => lines.push(JSON.parse(line).msg) },
      'pretty',
    )
    let runs = 0
    const job = hourly(async () => {
      runs += 1
      throw new Error('no luck')
    })
    const runner = createJobRunner({ ...ctx, rootLog: log, log }, { jobs: [job], pollMs: 5 })
    runner.start()
    for (let round = 1; round <= 3; round += 1) {
      await expect.poll(() => runs).toBe(round)
      await expect.poll(row).toMatchObject({ owner: null })
      ctx.clock.advance(HOUR_MS)
    }
    await runner.stop()
    expect(lines).toEqual(['job failed'])
  })

  test('behavior: a stop signals the running job and waits for it', async () => {
    let ended = ''
    const job = hourly(
      (_ctx, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended = 'cleanly'
            resolve({})
          })
        }),
    )
    const runner = createJobRunner(ctx, { jobs: [job], pollMs: 5 })
    runner.start()
    await expect.poll(async () => (await row())?.owner ?? null).not.toBe(null)
    await runner.stop()
    expect(ended).toBe('cleanly')
    expect(await row()).toMatchObject({ owner: null })
  })

  test('behavior: signals a job that lost its lease', async () => {
    let isTold = false
    const job = hourly(
      (_ctx, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            isTold = true
            resolve({})
          })
        }),
    )
    const runner = createJobRunner(ctx, { jobs: [job], pollMs: 5, leaseMs: 90 })
    runner.start()
    await expect.poll(async () => (await row())?.owner ?? null).not.toBe(null)
    await ctx.db.query(`update job_leases set owner = 'thief', leased_until = 9e15`)
    await expect.poll(() => isTold).toBe(true)
    await runner.stop()
    expect(await row()).toMatchObject({ owner: 'thief' })
  })
})

describe('createJobRunner, between runs', () => {
  /** Creates jobs that have run once and are due when the clock is advanced. */
  async function settledRunner(options: { pollMs: number }) {
    const runs: string[] = []
    const jobs = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      everyMs: HOUR_MS,
      runsOn: name === 'd' ? (['outgoing-progress'] as const) : [],
      run: async () => ({ runs: runs.push(name) }),
    }))
    const { db, statements } = countingDb(ctx.db)
    const runner = createJobRunner({ ...ctx, db }, { jobs, ...options })
    runner.start()
    await expect.poll(async () => (await released()).length).toBe(4)
    runs.splice(0)
    return { runner, runs, statements }
  }

  const released = async () => {
    const { rows } = await ctx.db.query(
      'select 1 from job_leases where owner is null and last_finished_at is not null',
    )
    return rows
  }

  test('behavior: queries nothing while no job is due', async () => {
    const { runner, statements } = await settledRunner({ pollMs: 5 })
    // Wait for the first runs to end.
    await sleep(50)
    statements.splice(0)
    await sleep(300)
    expect(statements).toEqual([])
    await runner.stop()
  })

  test('behavior: a due job costs one acquire and one release', async () => {
    const { runner, runs, statements } = await settledRunner({ pollMs: 60_000 })
    await sleep(50)
    statements.splice(0)
    ctx.clock.advance(HOUR_MS)
    ctx.wakeups.wake('clock')
    await expect.poll(() => runs.toSorted()).toEqual(['a', 'b', 'c', 'd'])
    await runner.stop()
    expect(statements).toHaveLength(8)
    expect(statements.filter((sql) => sql.startsWith('update job_leases'))).toHaveLength(8)
  })

  test('behavior: a wake-up runs a job early without moving its schedule', async () => {
    const { runner, runs } = await settledRunner({ pollMs: 60_000 })
    const schedule = async () =>
      (await ctx.db.query('select job, run_at from job_leases order by job')).rows
    const before = await schedule()
    ctx.clock.advance(MINUTE_MS)
    ctx.wakeups.wake('outgoing-progress')
    await expect.poll(() => runs).toEqual(['d'])
    await runner.stop()
    expect(await schedule()).toEqual(before)
  })

  test('behavior: picks up a schedule changed by another process', async () => {
    let runs = 0
    const runner = createJobRunner(ctx, {
      jobs: [hourly(async () => ({ runs: ++runs }))],
      pollMs: 5,
      refreshMs: 20,
    })
    runner.start()
    await expect.poll(async () => (await released()).length).toBe(1)
    await ctx.db.query('update job_leases set run_at = 0')
    await expect.poll(() => runs).toBe(2)
    await runner.stop()
  })

  test('behavior: restores a deleted row', async () => {
    const runner = createJobRunner(ctx, {
      jobs: [hourly(async () => ({}))],
      pollMs: 5,
      refreshMs: 20,
    })
    runner.start()
    await expect.poll(async () => (await released()).length).toBe(1)
    await ctx.db.query('delete from job_leases')
    await expect.poll(async () => (await released()).length).toBe(1)
    await runner.stop()
  })

  test('behavior: takes over the job of a dead process when its lease expires', async () => {
    await ensureHourly()
    const dead = { name: 'hourly', owner: 'dead', leaseMs: 300, now: ctx.now() }
    expect(await acquireJob(ctx.db, dead)).toBe(ctx.now())
    const startedAt = performance.now()
    let ranAt = 0
    const job = hourly(async () => {
      ranAt = performance.now()
      return {}
    })
    // Also with a long poll interval, because the end of the lease is known.
    const runner = createJobRunner(ctx, { jobs: [job], pollMs: 60_000 })
    runner.start()
    await expect.poll(() => ranAt).toBeGreaterThan(0)
    expect(ranAt - startedAt).toBeGreaterThan(200)
    await runner.stop()
  })

  test('behavior: takes over a released job before its lease would have expired', async () => {
    await ensureHourly()
    const other = { name: 'hourly', owner: 'other', leaseMs: 3_600_000, now: ctx.now() }
    await acquireJob(ctx.db, other)
    let runs = 0
    const runner = createJobRunner(ctx, {
      jobs: [hourly(async () => ({ runs: ++runs }))],
      pollMs: 20,
    })
    runner.start()
    await sleep(60)
    expect(runs).toBe(0)
    await ctx.db.query('update job_leases set owner = null, leased_until = 0')
    await expect.poll(() => runs).toBe(1)
    await runner.stop()
  })
})

describe('acquireJob', () => {
  test('behavior: acquires an expired lease, which its old owner cannot renew', async () => {
    await ensureHourly()
    const acquire = (owner: string, leaseMs: number) =>
      acquireJob(ctx.db, { name: 'hourly', owner, leaseMs, now: ctx.now() })

    expect(await acquire('first', 30)).toBe(ctx.now())
    expect(await acquire('second', 30_000)).toBe(null)
    await expect.poll(() => acquire('second', 30_000), { interval: 10 }).toBe(ctx.now())
    expect(await renewJob(ctx.db, { name: 'hourly', owner: 'first', leaseMs: 30 })).toBe(false)
  })
})

describe('listUnhealthyJobs', () => {
  test('behavior: lists a job that does not run as overdue', async () => {
    await ensureHourly()
    ctx.clock.advance(2 * HOUR_MS + 1)
    expect(await listUnhealthyJobs(ctx.db, ctx.now())).toEqual({ failing: [], overdue: ['hourly'] })
  })
})
