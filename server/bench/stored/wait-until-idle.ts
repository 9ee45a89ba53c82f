import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../src/platform/db/db.js'

const calmSamples = 10
const sampleEveryMs = 500

/** Waits until the jobs that follow a start have ended: no statement runs for longer than 200 ms. */
export async function waitUntilIdle(db: Db): Promise<void> {
  for (let calm = 0; calm < calmSamples; calm += 1) {
    await sleep(sampleEveryMs)
    const { rows } = await db.query(
      `select from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid()
         and backend_type in ('client backend', 'autovacuum worker')
         and clock_timestamp() - xact_start > interval '200 ms' limit 1`,
    )
    if (rows.length > 0) calm = -1
  }
}
