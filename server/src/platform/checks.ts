import type { UnixMs } from '../lib/time.js'
import type { Db } from './db/db.js'
import type { Check } from './health.js'
import { listTroubledJobs } from './jobs/lease-store.js'

/** The subsystems every deployment has. */
export function createChecks({ db, now }: { db: Db; now: () => UnixMs }): Record<string, Check> {
  return {
    async datastore() {
      const startedAt = performance.now()
      await db.query('select 1')
      return { ok: true, latencyMs: Math.round(performance.now() - startedAt) }
    },
    async jobs() {
      const { failing, overdue } = await listTroubledJobs(db, now())
      return { ok: failing.length === 0 && overdue.length === 0, failing, overdue }
    },
  }
}
