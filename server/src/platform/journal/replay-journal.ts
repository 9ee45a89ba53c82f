import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Context } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import { createPause } from '../jobs/pause.js'
import type { Job } from '../jobs/run-jobs.js'
import { deleteOldQuarantined, deleteOldSegments } from './journal-store.js'
import { type AnyKind, type ReplayResult, replaySegment } from './replay-segment.js'

/**
 * Replays every segment that waits, and returns the sums.
 *
 * @throws {StoreUnavailable}
 */
export async function replayJournal(
  ctx: Context,
  kinds: readonly AnyKind[],
): Promise<ReplayResult> {
  const sum = { records: 0, quarantined: 0 }
  for (;;) {
    const segment = await ctx.journal.next()
    if (!segment) return sum
    const { records, quarantined } = await replaySegment(ctx, { kinds, segment })
    await ctx.journal.remove(segment)
    sum.records += records
    sum.quarantined += quarantined
    ctx.metrics.journalReplayed.inc(records)
  }
}

const pollMs = 100
/** Every attempt closes a segment, and a database with a full disk refuses all of them. */
const retryMs = 1_000
const adoptEveryMs = 5_000

/** Creates the loop that replays the journals of this and dead processes after an outage. */
export function createReplayWorker(ctx: Context, kinds: readonly AnyKind[]) {
  const pause = createPause()
  let isStopping = false
  let adoptAt = 0
  let loop = Promise.resolve()

  async function work(): Promise<void> {
    while (!isStopping) {
      const isDone = await attempt().then(
        () => true,
        (error) => raiseFailure(error),
      )
      await pause.wait(isDone ? pollMs : retryMs)
    }
  }

  async function attempt(): Promise<void> {
    if (performance.now() >= adoptAt) {
      adoptAt = performance.now() + adoptEveryMs
      await ctx.journal.adopt()
    }
    // Taking a segment closes it, so the replay begins only when it can end.
    if (!ctx.db.isAvailable() || ctx.journal.state().segments === 0) return
    const startedAt = performance.now()
    const replayed = await replayJournal(ctx, kinds)
    const tookMs = Math.round(performance.now() - startedAt)
    ctx.metrics.journalReplayRate.set((replayed.records * 1_000) / Math.max(1, tookMs))
    ctx.log.info({ ...replayed, tookMs }, 'journal replayed')
    ctx.alerts.resolve('worker_failing', alertKey)
  }

  function raiseFailure(error: unknown): false {
    // The log already says that the database is unavailable.
    if (error instanceof StoreUnavailable && !ctx.db.isAvailable()) return false
    const message = 'the journal could not be replayed'
    ctx.alerts.raise({ name: 'worker_failing', key: alertKey, message, err: error })
    return false
  }

  return {
    start() {
      loop = work()
    },
    async stop() {
      isStopping = true
      pause.wake()
      await loop
    },
  }
}

const alertKey = 'journal'

/** Within this time, a segment that was replayed before a crash is also deleted. */
const segmentsKeptMs = 30 * DAY_MS
const quarantineKeptMs = 365 * DAY_MS

/** Deletes the marks of replayed segments after 30 days, and quarantined records after a year. */
export const pruneJournal: Job = {
  name: 'prune-journal',
  everyMs: HOUR_MS,
  run: async (ctx) => ({
    segments: await deleteOldSegments(ctx.db, unixMs(ctx.now() - segmentsKeptMs)),
    quarantined: await deleteOldQuarantined(ctx.db, unixMs(ctx.now() - quarantineKeptMs)),
  }),
}
