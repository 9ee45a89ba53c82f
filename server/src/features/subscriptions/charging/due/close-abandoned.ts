import type { Context } from '../../../../platform/context.js'
import { processInBatches } from '../../../../platform/jobs/process-in-batches.js'
import { hasEnded } from '../../lifecycle/subscription-status.js'
import { lockAttempt } from '../attempt/attempt.js'
import type { ChargeRef } from '../attempt/charge.js'
import { listAbandoned } from '../attempt/charge-store.js'
import { abandonCharge } from '../result/end-attempt.js'

/** Ends charges whose period or subscription is over, with their receipts. Returns how many there were. */
export function closeAbandoned(ctx: Context, signal: AbortSignal): Promise<number> {
  return processInBatches(signal, {
    list: (limit) => listAbandoned(ctx.db, { now: ctx.now(), limit }),
    work: (charge) => close(ctx, charge),
  })
}

/** Checks again under the lock: an attempt may have started in the meantime. */
async function close(ctx: Context, charge: ChargeRef): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const attempt = await lockAttempt(inTx, charge)
    if (attempt?.charge.state !== 'open') return
    const { subscription, period } = attempt
    if (!hasEnded(subscription.status) && ctx.now() < period.endAt) return
    await abandonCharge(inTx, attempt)
  })
}
