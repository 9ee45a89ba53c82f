import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRecordingAlerts } from '../test/fixtures/recording-alerts.js'
import { silentLog } from '../test/fixtures/silent-log.js'
import { createTestContext, type TestContext } from '../test/harness.js'
import { createCheckAlerts } from './check-alerts.js'
import { HOUR_MS } from './lib/time.js'
import type { Alerts } from './platform/alerts/alerts.js'
import type { OnSample } from './platform/health.js'
import { createJobRunner, type Job } from './platform/jobs/run-jobs.js'

let alerts: Alerts
let sample: OnSample
let now = 0
beforeEach(() => {
  now = 0
  alerts = createRecordingAlerts(silentLog)
  sample = createCheckAlerts(alerts, { monotonicMs: () => now })
})

const active = () => alerts.list().map(({ name, key }) => (key === null ? name : `${name} ${key}`))

describe('createCheckAlerts', () => {
  test.each([
    ['datastore', 'datastore_unavailable', 10_000, { ok: false }, { ok: true }],
    ['chain', 'chain_unavailable', 60_000, { ok: false }, { ok: true, blockNumber: 1 }],
    [
      ...(['settlement', 'payments_behind', 60_000] as const),
      { ok: false, behind: 61 },
      { ok: true, behind: 0 },
    ],
    [
      ...(['settlement', 'payouts_overdue', 60_000] as const),
      { ok: false, behind: 0, payoutsOverdue: 1 },
      { ok: true, behind: 0, payoutsOverdue: 0 },
    ],
    [
      ...(['rates', 'exchange_rate_unavailable', 60_000] as const),
      { ok: false, ageMs: null },
      { ok: true, ageMs: 5 },
    ],
    [
      ...(['webhooks', 'events_unpublished', 10_000] as const),
      { ok: false, unpublished: 3 },
      { ok: true, unpublished: 0 },
    ],
    [
      ...(['outgoing', 'transaction_stuck', 0] as const),
      { ok: false, stuck: 1, oldestUnminedMs: 5 },
      { ok: true, stuck: 0, oldestUnminedMs: 5 },
    ],
    [
      ...(['outgoing', 'transaction_stuck', 0] as const),
      { ok: false, stuck: 0, oldestUnminedMs: 600_000 },
      { ok: true, stuck: 0, oldestUnminedMs: 0 },
    ],
  ])('default: %s raises %s after %d ms', (check, name, afterMs, bad, validValue) => {
    sample(check, bad)
    now = afterMs - 1
    if (afterMs > 0) {
      sample(check, bad)
      expect(active()).toEqual([])
    }
    now = afterMs
    sample(check, bad)
    expect(active()).toEqual([name])
    sample(check, validValue)
    expect(active()).toEqual([])

    sample(check, bad)
    expect(active()).toEqual(afterMs === 0 ? [name] : [])
  })

  test('behavior: the gas budget has a warning at 80 percent', () => {
    const used = (gasUsedToday: number) =>
      sample('outgoing', { ok: true, stuck: 0, oldestUnminedMs: 0, gasUsedToday, gasBudget: 1_000 })
    used(799)
    expect(active()).toEqual([])
    used(800)
    expect(active()).toEqual(['gas_budget_low'])
    used(1_000)
    expect(active()).toEqual(['gas_budget_low', 'gas_budget_spent relayer'])
    alerts.raise({ name: 'gas_budget_spent', key: 'payment.authorized', message: 'm' })
    used(0)
    expect(active()).toEqual(['gas_budget_spent payment.authorized'])
  })

  test.each(['jobs', 'settlement', 'rates', 'webhooks', 'outgoing'])(
    'behavior: %s that could not be sampled changes nothing',
    (check) => {
      alerts.raise({ name: 'job_failing', key: 'a', message: 'm' })
      sample(check, { ok: false })
      now = 600_000
      sample(check, { ok: false })
      expect(active()).toEqual(['job_failing a'])
    },
  )

  test('behavior: each job is a separate incident', () => {
    sample('jobs', { ok: false, failing: ['a', 'b'], overdue: ['c'] })
    expect(active()).toEqual(['job_failing a', 'job_failing b'])
    now = 10_000
    sample('jobs', { ok: false, failing: ['b'], overdue: ['c'] })
    expect(active()).toEqual(['job_failing b', 'job_overdue c'])
    sample('jobs', { ok: true, failing: [], overdue: [] })
    expect(active()).toEqual([])
    sample('jobs', { ok: false, failing: [], overdue: ['c'] })
    expect(active()).toEqual([])
  })
})

describe('a job', () => {
  let ctx: TestContext
  beforeAll(async () => {
    ctx = await createTestContext()
  })
  afterAll(() => ctx.close())

  test('behavior: a failing job raises an alert until a run succeeds', async () => {
    let runs = 0
    const job: Job = {
      name: 'hourly',
      everyMs: HOUR_MS,
      async run() {
        runs += 1
        if (runs === 1) throw new Error('no luck')
        return {}
      },
    }
    const runner = createJobRunner(ctx, { jobs: [job], pollMs: 5 })
    const incidents = async () => {
      await ctx.health.sample()
      return ctx.alerts.list()
    }
    runner.start()
    await expect.poll(incidents).toMatchObject([{ name: 'job_failing', key: 'hourly' }])
    ctx.clock.advance(HOUR_MS)
    await expect.poll(incidents).toEqual([])
    await runner.stop()
  })
})
