import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Db, Queryable } from '../db/db.js'
import { addAheadMs, readClock, resetAheadMs, type StoredClock } from './clock-store.js'

/** The clock of a sandbox: real time plus an offset stored in the database. */
export type SandboxClock = {
  now(): UnixMs
  aheadMs(): number
  /** Loads the offset, which another process may have changed. */
  reload(db: Queryable): Promise<void>
  /**
   * Advances the clock permanently and for every process. Calls `beforeCommit` with the new time
   * first, for example to move the chain's clock; if that fails, nothing changes. Concurrent calls
   * run one after the other.
   */
  advance(
    db: Db,
    step: { advanceMs: number; beforeCommit: (now: UnixMs) => Promise<void> },
  ): Promise<void>
  /** Returns the clock to real time for every process. Calls `beforeCommit` as `advance` does. */
  reset(db: Db, step: { beforeCommit: (now: UnixMs) => Promise<void> }): Promise<void>
}

/** Creates a clock at real time. Call `reload` to load the offset. */
export function createSandboxClock(realNow: () => UnixMs): SandboxClock {
  let latest: StoredClock = { aheadMs: 0, resets: 0 }

  /** Only a reset goes back: an older result may arrive after a newer one. */
  function apply(stored: StoredClock): void {
    const isNewer =
      stored.resets > latest.resets ||
      (stored.resets === latest.resets && stored.aheadMs > latest.aheadMs)
    if (isNewer) latest = stored
  }

  async function move(
    db: Db,
    { change, beforeCommit }: { change: ChangeClock; beforeCommit: (now: UnixMs) => Promise<void> },
  ): Promise<void> {
    const stored = await db.transaction(async (tx) => {
      const changed = await change(tx)
      await beforeCommit(unixMs(realNow() + changed.aheadMs))
      return changed
    })
    apply(stored)
  }

  return {
    now: () => unixMs(realNow() + latest.aheadMs),
    aheadMs: () => latest.aheadMs,
    reload: async (db) => apply(await readClock(db)),
    advance: (db, { advanceMs, beforeCommit }) =>
      move(db, { change: (tx) => addAheadMs(tx, advanceMs), beforeCommit }),
    reset: (db, { beforeCommit }) => move(db, { change: resetAheadMs, beforeCommit }),
  }
}

type ChangeClock = (tx: Queryable) => Promise<StoredClock>

/** Returns the real time, which differs from the service's clock in a sandbox moved forward. */
export function realNow({ now, sandbox }: { now: () => UnixMs; sandbox: Sandbox | null }): UnixMs {
  return unixMs(now() - (sandbox?.clock.aheadMs() ?? 0))
}

/** Operations that exist only in sandbox mode. */
export type Sandbox = {
  clock: SandboxClock
  /** URL of the embedded chain, or `null` when there is none. */
  anvilUrl: string | null
}
