import { mapConcurrent } from '../../../lib/map-concurrent.js'
import { unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { PaymentChanged } from '../../payments/payment-store.js'
import { listDue, postponeSettlement } from '../../payments/settlement-store.js'
import { settleReceipt } from './settle-receipt.js'

const batchSize = 500
/** Receipts settle concurrently, which leaves database connections for other work. */
const atOnce = 4
const retryAfterMs = 10_000
/** New blocks wait no longer than this for the settlement of many receipts. */
const maxMs = 10_000

/** Settles a batch of due receipts and returns how many. A receipt that fails raises an alert and is retried later. */
export async function settleDue(ctx: Context, signal: AbortSignal): Promise<number> {
  let settled = 0
  const until = performance.now() + maxMs
  const due = await listDue(ctx.db, { now: ctx.now(), limit: batchSize })
  await mapConcurrent(due, atOnce, async (one) => {
    if (signal.aborted || performance.now() > until) return
    try {
      await settleReceipt(ctx, one)
      settled += 1
      ctx.alerts.resolve('receipt_unsettled', keyOf(one))
    } catch (error) {
      if (!(error instanceof StoreUnavailable || error instanceof PaymentChanged)) {
        const message = 'receipt could not be settled'
        ctx.alerts.raise({
          ...one,
          name: 'receipt_unsettled',
          key: keyOf(one),
          message,
          err: error,
        })
      }
      await postponeSettlement(ctx.db, { ...one, until: unixMs(ctx.now() + retryAfterMs) })
    }
  })
  if (settled > 0) ctx.wakeups.wake('settlements')
  return settled
}

function keyOf({ merchant, receiptId }: { merchant: string; receiptId: string }): string {
  return `${merchant} ${receiptId}`
}
