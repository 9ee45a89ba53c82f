import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Db, Queryable } from '../db/db.js'
import { addAheadMs, readAheadMs } from './clock-store.js'

/** The service's clock in a sandbox: the real one, turned forward by what the database says. */
export type SandboxClock = {
  now(): UnixMs
  aheadMs(): number
  /** Takes up what another process, or the time before a restart, has turned. */
  reload(db: Queryable): Promise<void>
  /**
   * Turns it forward, for good and for every process. Whatever has to go along is told the new time first; when
   * that fails, nothing was turned. Several at once wait for each other, so the last one told has the last time.
   */
  advance(
    db: Db,
    turn: { advanceMs: number; alongside: (now: UnixMs) => Promise<void> },
  ): Promise<void>
}

/** A clock that is not ahead until it has been loaded. */
export function createSandboxClock(realNow: () => UnixMs): SandboxClock {
  let ahead = 0
  return {
    now: () => unixMs(realNow() + ahead),
    aheadMs: () => ahead,
    async reload(db) {
      // It never goes back: an older answer may arrive after a newer one.
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
