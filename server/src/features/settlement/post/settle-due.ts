import { mapConcurrent } from '../../../lib/map-concurrent.js'
import { unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { listReceiptsToSettle, postpone } from '../../payments/receipts-to-settle.js'
import { PaymentChanged, settleReceipt } from './settle-receipt.js'

const batchSize = 500
/** Receipts settle concurrently, which leaves database connections for other work. */
const atOnce = 4
const retryAfterMs = 10_000
/** New blocks wait no longer than this for the settlement of many receipts. */
const maxMs = 10_000

/**
 * Settles a batch of due receipts and returns how many. A receipt that fails raises an alert and is
 * retried later.
 */
export async function settleDue(ctx: Context, signal: AbortSignal): Promise<number> {
  let settled = 0
  const until = performance.now() + maxMs
  const due = await listReceiptsToSettle(ctx, { now: ctx.now(), limit: batchSize })
  await mapConcurrent(due, atOnce, async (receipt) => {
    if (signal.aborted || performance.now() > until) return
    try {
      await settleReceipt(ctx, receipt)
      settled += 1
      ctx.alerts.resolve('receipt_unsettled', keyOf(receipt))
    } catch (error) {
      if (!(error instanceof StoreUnavailable || error instanceof PaymentChanged)) {
        const message = 'receipt could not be settled'
        ctx.alerts.raise({
          ...receipt,
          name: 'receipt_unsettled',
          key: keyOf(receipt),
          message,
          err: error,
        })
      }
      await postpone(ctx, { ...receipt, until: unixMs(ctx.now() + retryAfterMs) })
    }
  })
  if (settled > 0) ctx.wakeups.wake('settlements')
  return settled
}

function keyOf({ merchant, receiptId }: { merchant: string; receiptId: string }): string {
  return `${merchant} ${receiptId}`
}
