import type { UnixMs } from '../lib/time.js'
import type { Db } from './db/db.js'
import type { Check } from './health.js'
import { listTroubledJobs } from './jobs/lease-store.js'
import { summariseOutbox } from './jobs/outbox-store.js'
import type { Metrics } from './metrics.js'

/** A task that has been due for this long is stuck: no worker runs, or none gets to it. */
const stuckAfterMs = 60_000

/** The subsystems every deployment has. */
export function createChecks(options: {
  db: Db
  now: () => UnixMs
  metrics: Metrics
}): Record<string, Check> {
  const { db, now, metrics } = options

  return {
    async datastore() {
      const startedAt = performance.now()
      await db.query('select 1')
      return { ok: true, latencyMs: Math.round(performance.now() - startedAt) }
    },
    async outbox() {
      const { pending, overdueMs } = await summariseOutbox(db, now())
      metrics.tasksPending.set(pending)
      return { ok: overdueMs < stuckAfterMs, pending }
    },
    async jobs() {
      const { failing, overdue } = await listTroubledJobs(db, now())
      return { ok: failing.length === 0 && overdue.length === 0, failing, overdue }
    },
  }
}
