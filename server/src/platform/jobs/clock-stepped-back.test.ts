import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { HOUR_MS, unixMs } from '../../lib/time.js'
import { createJobRunner, type Job } from './run-jobs.js'

let aheadMs = 0
let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext({ now: () => unixMs(Date.now() + aheadMs) })
})
afterAll(() => ctx.close())

/** Like the job that follows the chain: every second, without a wake-up. */
function aJob(): { job: Job; runs: () => number } {
  let runs = 0
  const job = { name: 'watch-chain', everyMs: 100, run: async () => ({ runs: ++runs }) }
  return { job, runs: () => runs }
}

test('behavior: a job runs again after the clock, two hours ahead for a moment, was corrected', async () => {
  aheadMs = 2 * HOUR_MS
  const first = aJob()
  const runner = createJobRunner(ctx, { jobs: [first.job], pollMs: 10, refreshMs: 50 })
  runner.start()
  await expect.poll(first.runs).toBeGreaterThan(2)
  await runner.stop()

  // The clock is right again, and a new process starts.
  aheadMs = 0
  const second = aJob()
  const next = createJobRunner(ctx, { jobs: [second.job], pollMs: 10, refreshMs: 50 })
  next.start()
  try {
    await expect.poll(second.runs, { timeout: 3_000 }).toBeGreaterThan(0)
  } finally {
    await next.stop()
  }
})
