import type { Context } from '../context.js'
import { StoreUnavailable } from '../db/store-unavailable.js'
import type { CheckResult } from '../health.js'
import { countQuarantined } from './journal-store.js'
import { raiseQuarantined } from './replay-segment.js'

type JournalContext = Pick<Context, 'db' | 'journal' | 'metrics' | 'now' | 'alerts'>

/** Reports how much waits on disk, and for how long. Fails while writes cannot be stored. */
export async function checkJournal(ctx: JournalContext): Promise<CheckResult> {
  const { records, oldestAt } = ctx.journal.state()
  const oldestMs = oldestAt === null ? 0 : Math.max(0, ctx.now() - oldestAt)
  ctx.metrics.journalRecords.set(records)
  ctx.metrics.journalOldestSeconds.set(oldestMs / 1_000)
  const { values } = await ctx.metrics.journalReplayRate.get()
  const isFailing = ctx.alerts.list().some(({ name }) => name === 'journal_failing')
  return {
    ok: !isFailing,
    records,
    oldestMs,
    replayedPerSecond: Math.round(values[0]?.value ?? 0),
    quarantined: await findQuarantined(ctx),
  }
}

/** Returns the number of quarantined records, or null while the database is unavailable. */
async function findQuarantined(ctx: JournalContext): Promise<number | null> {
  if (!ctx.db.isAvailable()) return null
  try {
    const count = await countQuarantined(ctx.db)
    if (count === 0) ctx.alerts.resolve('journal_quarantined')
    else raiseQuarantined(ctx, count)
    return count
  } catch (error) {
    if (error instanceof StoreUnavailable) return null
    throw error
  }
}
