import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Db, Queryable } from '../db/db.js'
import { addAheadMs, readAheadMs } from './clock-store.js'

/** The clock of a sandbox: real time plus an offset stored in the database. */
export type SandboxClock = {
  now(): UnixMs
  aheadMs(): number
  /** Loads the offset, which another process may have changed. */
  reload(db: Queryable): Promise<void>
  /**
   * Advances the clock permanently and for every process. Calls `alongside` with the new time first, for example to
   * move the chain's clock; if that fails, nothing changes. Concurrent calls run one after the other.
   */
  advance(
    db: Db,
    step: { advanceMs: number; alongside: (now: UnixMs) => Promise<void> },
  ): Promise<void>
}

/** Creates a clock at real time. Call `reload` to load the offset. */
export function createSandboxClock(realNow: () => UnixMs): SandboxClock {
  let ahead = 0
  return {
    now: () => unixMs(realNow() + ahead),
    aheadMs: () => ahead,
    async reload(db) {
      // Never go back: an older result may arrive after a newer one.
      ahead = Math.max(ahead, await readAheadMs(db))
    },
    async advance(db, { advanceMs, alongside }) {
      const aheadMs = await db.transaction(async (tx) => {
        const total = await addAheadMs(tx, advanceMs)
        await alongside(unixMs(realNow() + total))
        return total
      })
      ahead = Math.max(ahead, aheadMs)
    },
  }
}
