import type { Address } from '../../../lib/hex.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import { DAY_MS, HOUR_MS, unixMs } from '../../../lib/time.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { processInBatches } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { deleteCommentsOf } from '../comments/comment-store.js'
import { isAbandoned } from '../read-model/buyer-store.js'
import { deleteReceipts as deleteRows, findReceiptForUpdate } from '../store.js'
import {
  eraseBuyerData,
  listUnreviewed,
  markReviewed,
  type ReviewedOrder,
} from './retention-store.js'
import { summarizeLines } from './summarize-lines.js'

const keptForMs = 30 * DAY_MS

/**
 * Deletes the lines, the comments and the buyer's data of orders that an anonymous caller placed and for which
 * nothing was received within 30 days. Id, total and deposit address stay, so that a late payment
 * is still credited. Each order is reviewed once.
 */
export const eraseAbandonedOrders: Job = {
  name: 'erase-abandoned-orders',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const before = unixMs(ctx.now() - keptForMs)
    let erased = 0
    const reviewed = await processInBatches(signal, {
      list: (limit) => listUnreviewed(ctx.db, { before, limit }),
      work: async (order) => {
        if (await review(ctx, order)) erased += 1
      },
    })
    return { reviewed, erased }
  },
}

/** Returns whether the order was erased. Locks the receipt, because it may be paid meanwhile. */
async function review(ctx: Context, order: ReviewedOrder): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const receipt = await findReceiptForUpdate(tx, order)
    if (!receipt) return false
    await markReviewed(tx, { ...order, reviewedAt: ctx.now() })
    const { status, isPaidManually } = receipt
    if (statusFacts[status].isSettled || isPaidManually) return false
    if (!(await isAbandoned(tx, order))) return false
    await eraseBuyerData(tx, { ...order, lines: summarizeLines(receipt.lines) })
    await deleteCommentsOf(tx, { merchant: order.merchant, receiptIds: [order.id] })
    return true
  })
}

/** Deletes all receipts of a merchant and returns their number. Only a sandbox may do this. */
export function deleteReceipts(ctx: Pick<TxContext, 'db'>, merchant: Address): Promise<number> {
  return deleteRows(ctx.db, merchant)
}
