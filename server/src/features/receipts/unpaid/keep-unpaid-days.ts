import { HOUR_MS, SECOND_MS } from '../../../lib/time.js'
import { repeatWhileFull } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import {
  addToUnpaidDays,
  deleteOldDays,
  deleteWrongDay,
  hasUnpaidChanges,
  listUnpaidDays,
  lockUnpaidDays,
} from './unpaid-days-store.js'

const batchSize = 1_000

/** Adds changes of receipts of days that have ended to the stored sums of those days. */
export const sumUnpaidDays: Job = {
  name: 'sum-unpaid-days',
  everyMs: 10 * SECOND_MS,
  async run(ctx, signal) {
    const work = (limit: number) =>
      ctx.db.transaction(async (tx) => {
        await lockUnpaidDays(tx)
        return addToUnpaidDays(tx, limit)
      })
    if (!(await hasUnpaidChanges(ctx.db))) return { changes: 0 }
    return { changes: await repeatWhileFull(signal, { batchSize, work }) }
  },
}

const checkedDays = 3
const pageSize = 500

/**
 * Compares the stored sums of the last three days with their receipts, and deletes those that
 * differ, such as after the clock of the database was wrong. The next report stores them again.
 * Also deletes the sums of old days.
 */
export const checkUnpaidDays: Job = {
  name: 'check-unpaid-days',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const work = (limit: number) =>
      ctx.db.transaction(async (tx) => {
        await lockUnpaidDays(tx)
        return deleteOldDays(tx, limit)
      })
    const counts = {
      deleted: await repeatWhileFull(signal, { batchSize, work }),
      checked: 0,
      corrected: 0,
    }
    let page: Awaited<ReturnType<typeof listUnpaidDays>> = []
    do {
      const after = page.at(-1) ?? null
      page = await listUnpaidDays(ctx.db, { lastDays: checkedDays, after, limit: pageSize })
      for (const day of page) {
        if (signal.aborted) return counts
        counts.checked += 1
        if (!(await deleteWrongDay(ctx.db, day))) continue
        ctx.log.warn(day, 'daily sums of unpaid receipts differed and were deleted')
        counts.corrected += 1
      }
    } while (page.length === pageSize)
    return counts
  },
}
