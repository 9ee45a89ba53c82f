import type { Address } from '../../../lib/hex.js'
import { isExpired, statusFacts } from '../../../lib/receipt-statuses.js'
import { MINUTE_MS } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { processInBatches } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { findReceiptForUpdate } from '../store.js'
import { expireReceipt } from './expire-receipt.js'
import { listExpired } from './expiry-store.js'

/** Fails unpaid receipts that have expired. */
export const expireReceipts: Job = {
  name: 'expire-receipts',
  everyMs: MINUTE_MS,
  runsOn: ['deadlines'],
  async run(ctx, signal) {
    const expired = await processInBatches(signal, {
      list: (limit) => listExpired(ctx.db, { now: ctx.now(), limit }),
      work: (receipt) => expireUnpaid(ctx, receipt),
    })
    return { expired }
  },
}

/** Checks again under the lock: the receipt may have been paid or replaced in the meantime. */
async function expireUnpaid(
  ctx: Context,
  { merchant, id }: { merchant: Address; id: string },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const receipt = await findReceiptForUpdate(tx, { merchant, id })
    if (!receipt?.expiresAt || !isExpired(receipt, ctx.now())) return
    if (statusFacts[receipt.status].isSettled) return
    await expireReceipt({ ...ctx, db: tx }, { receipt, expiresAt: receipt.expiresAt })
  })
}
