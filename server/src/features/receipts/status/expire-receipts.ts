import type { Address } from '../../../lib/hex.js'
import { isExpired, statusFacts } from '../../../lib/receipt-statuses.js'
import { MINUTE_MS, type UnixMs } from '../../../lib/time.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { processInBatches } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import type { Receipt } from '../receipt.js'
import { findReceiptForUpdate, updateProgress } from '../store.js'
import { listExpired } from './expiry-store.js'
import { describeFailure } from './failures.js'
import { moveReceipt } from './move-receipt.js'
import { insertEvent } from './timeline-store.js'

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

const failureCode = 'PORTAL_SESSION_EXPIRED'

/** Lets an unpaid receipt, which the transaction has locked, expire at a time in the past. */
export async function expireReceipt(
  ctx: TxContext,
  { receipt, expiresAt }: { receipt: Receipt; expiresAt: UnixMs },
): Promise<void> {
  const expired = { ...receipt, expiresAt }
  const by = 'expiry'
  if (receipt.status !== 'failed') {
    await moveReceipt(ctx, { receipt: expired, to: 'failed', actor: 'system', by, failureCode })
    return
  }
  // The status stays, but a failed receipt can be paid again until it expires.
  const at = ctx.now()
  await updateProgress(ctx.db, { ...expired, failureCode, updatedAt: at })
  const { merchant, id, status } = receipt
  const entry = { status, previousStatus: status, at, by, note: 'expired' }
  const detail = describeFailure({ status, failureCode })
  await insertEvent(ctx.db, { merchant, id, event: { ...entry, transactionHash: null, detail } })
}
