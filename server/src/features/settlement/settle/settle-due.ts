import { mapConcurrent } from '../../../lib/map-concurrent.js'
import { unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { listDue, postponeSettlement } from '../settlement-store.js'
import { settleReceipt } from './settle-receipt.js'

const pieceSize = 500
/** Different receipts do not wait for each other; some connections stay for everybody else. */
const atOnce = 4
const againAfterMs = 10_000

/**
 * Settles receipts that the chain has news about, some at a time; returns how many. One that cannot be settled is an
 * error of ours: it is left for a while, and the others go on.
 */
export async function settleDue(ctx: Context, signal: AbortSignal): Promise<number> {
  let settled = 0
  const due = await listDue(ctx.db, { now: ctx.now(), limit: pieceSize })
  await mapConcurrent(due, atOnce, async (one) => {
    if (signal.aborted) return
    try {
      await settleReceipt(ctx, one)
      settled += 1
      ctx.alerts.resolve('receipt_unsettled', keyOf(one))
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) {
        const message = 'a receipt could not be settled'
        ctx.alerts.raise({
          ...one,
          name: 'receipt_unsettled',
          key: keyOf(one),
          message,
          err: error,
        })
      }
      await postponeSettlement(ctx.db, { ...one, until: unixMs(ctx.now() + againAfterMs) })
    }
  })
  if (settled > 0) ctx.wakeups.wake('settlements')
  return settled
}

function keyOf({ merchant, receiptId }: { merchant: string; receiptId: string }): string {
  return `${merchant} ${receiptId}`
}
