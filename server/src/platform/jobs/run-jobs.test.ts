import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { HOUR_MS } from '../../lib/time.js'
import { createLogger } from '../log.js'
import { acquireJob, ensureJob, listTroubledJobs, renewJob } from './lease-store.js'
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

  test('behavior: of four runners only one runs a due job', async () => {
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

  test('behavior: a failure is noted and the next round comes all the same', async () => {
    let runs = 0
    const job = hourly(async () => {
      runs += 1
      if (runs === 1) throw new Error('no luck')
      return {}
    })
    const runner = createJobRunner(ctx, { jobs: [job], pollMs: 5 })
    runner.start()
    await expect.poll(row).toMatchObject({ owner: null, last_error: 'no luck' })
    expect(await listTroubledJobs(ctx.db, ctx.now())).toEqual({ failing: ['hourly'], overdue: [] })

    ctx.clock.advance(HOUR_MS)
    await expect.poll(row).toMatchObject({ last_error: null })
    await runner.stop()
  })

  test('behavior: the pretty log shows the first failure in a row', async () => {
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

  test('behavior: a stop tells the job under way and waits for it', async () => {
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

  test('behavior: a job that lost its lease is told so', async () => {
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

describe('acquireJob', () => {
  test('behavior: a lease that ran out is taken over, and its old owner cannot renew', async () => {
    await ensureJob(ctx.db, { name: 'hourly', everyMs: HOUR_MS, now: ctx.now() })
    const acquire = (owner: string, leaseMs: number) =>
      acquireJob(ctx.db, { name: 'hourly', owner, leaseMs, now: ctx.now() })

    expect(await acquire('first', 30)).toBe(ctx.now())
    expect(await acquire('second', 30_000)).toBe(null)
    await expect.poll(() => acquire('second', 30_000), { interval: 10 }).toBe(ctx.now())
    expect(await renewJob(ctx.db, { name: 'hourly', owner: 'first', leaseMs: 30 })).toBe(false)
  })
})

describe('listTroubledJobs', () => {
  test('behavior: a job that nobody runs is overdue', async () => {
    await ensureJob(ctx.db, { name: 'hourly', everyMs: HOUR_MS, now: ctx.now() })
    ctx.clock.advance(2 * HOUR_MS + 1)
    expect(await listTroubledJobs(ctx.db, ctx.now())).toEqual({ failing: [], overdue: ['hourly'] })
  })
})
