import { dayOf, HOUR_MS, SECOND_MS } from '../../lib/time.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { addToDays, isDayCorrect, listDays, type MerchantDay, replaceDay } from './day-store.js'

const batchSize = 1_000

/** Adds postings to the daily sums. Reports also read the postings that are not summed yet. */
export const sumLedgerDays: Job = {
  name: 'sum-ledger-days',
  everyMs: 10 * SECOND_MS,
  async run(ctx, signal) {
    const work = (limit: number) => addToDays(ctx.db, limit)
    return { postings: await repeatWhileFull(signal, { batchSize, work }) }
  },
}

const checkedDays = 3
const pageSize = 500

/**
 * Compares the sums of the last three days with the entries, and computes those that differ again.
 * They differ after a process of a version without daily sums has posted.
 */
export const checkLedgerDays: Job = {
  name: 'check-ledger-days',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const sinceDay = dayOf(ctx.now()) - checkedDays + 1
    const counts = { checked: 0, corrected: 0 }
    let page: MerchantDay[] = []
    do {
      page = await listDays(ctx.db, { sinceDay, after: page.at(-1) ?? null, limit: pageSize })
      for (const day of page) {
        if (signal.aborted) return counts
        counts.checked += 1
        if (await isDayCorrect(ctx.db, day)) continue
        await ctx.db.transaction((tx) => replaceDay(tx, day))
        ctx.log.warn(day, 'daily sums of the ledger differed and were computed again')
        counts.corrected += 1
      }
    } while (page.length === pageSize)
    return counts
  },
}
