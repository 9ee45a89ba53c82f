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
   * Advances the clock permanently and for every process. Calls `alongside` with the new time
   * first, for example to move the chain's clock; if that fails, nothing changes. Concurrent calls
   * run one after the other.
   */
  advance(
    db: Db,
    step: { advanceMs: number; alongside: (now: UnixMs) => Promise<void> },
  ): Promise<void>
  /**
   * Returns the clock to real time, permanently and for every process. `alongside` is called as in
   * `advance`.
   */
  reset(db: Db, step: { alongside: (now: UnixMs) => Promise<void> }): Promise<void>
}

/** Creates a clock at real time. Call `reload` to load the offset. */
export function createSandboxClock(realNow: () => UnixMs): SandboxClock {
  let known: StoredClock = { aheadMs: 0, resets: 0 }

  /** Only a reset goes back: an older result may arrive after a newer one. */
  function apply(stored: StoredClock): void {
    const isNewer =
      stored.resets > known.resets ||
      (stored.resets === known.resets && stored.aheadMs > known.aheadMs)
    if (isNewer) known = stored
  }

  async function move(
    db: Db,
    { change, alongside }: { change: ChangeClock; alongside: (now: UnixMs) => Promise<void> },
  ): Promise<void> {
    const stored = await db.transaction(async (tx) => {
      const changed = await change(tx)
      await alongside(unixMs(realNow() + changed.aheadMs))
      return changed
    })
    apply(stored)
  }

  return {
    now: () => unixMs(realNow() + known.aheadMs),
    aheadMs: () => known.aheadMs,
    reload: async (db) => apply(await readClock(db)),
    advance: (db, { advanceMs, alongside }) =>
      move(db, { change: (tx) => addAheadMs(tx, advanceMs), alongside }),
    reset: (db, { alongside }) => move(db, { change: resetAheadMs, alongside }),
  }
}

type ChangeClock = (tx: Queryable) => Promise<StoredClock>

/** Returns the real time. The service's clock differs from it in a sandbox that was moved forward. */
export function realNow({ now, sandbox }: { now: () => UnixMs; sandbox: Sandbox | null }): UnixMs {
  return unixMs(now() - (sandbox?.clock.aheadMs() ?? 0))
}

/** Operations that exist only in sandbox mode. */
export type Sandbox = {
  clock: SandboxClock
  /** URL of the embedded chain, or `null` when there is none. */
  anvilUrl: string | null
}
