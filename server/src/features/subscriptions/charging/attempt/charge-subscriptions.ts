import { HOUR_MS, MINUTE_MS } from '../../../../lib/time.js'
import { type Context, inTransaction } from '../../../../platform/context.js'
import { processInBatches } from '../../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../../platform/jobs/run-jobs.js'
import { hasEnded } from '../../lifecycle/subscription-status.js'
import { chargeDue } from '../due/charge-due.js'
import { remindUpcoming } from '../due/remind-upcoming.js'
import { adoptObserved, checkAdopted } from '../result/adopt-charge.js'
import { collectResults } from '../result/collect-results.js'
import { abandonCharge } from '../result/end-attempt.js'
import { lockAttempt } from './attempt.js'
import type { ChargeRef } from './charge.js'
import { findOldestWaiting, listAbandoned } from './charge-store.js'

/** Records results, closes abandoned charges, attempts due ones, and announces upcoming ones. */
export const chargeSubscriptions: Job = {
  name: 'charge-subscriptions',
  everyMs: MINUTE_MS,
  // A new subscription is due at once. The others bring results.
  runsOn: ['subscriptions', 'outgoing-progress', 'settlements', 'clock'],
  async run(ctx, signal) {
    const { chain } = ctx
    if (!chain) return {}
    const { succeeded, failed } = await collectResults(ctx, { chain, signal })
    const adopted = await adoptObserved(ctx, { chain, signal })
    await checkAdopted(ctx, { chain, signal })
    const closed = await closeAbandoned(ctx, signal)
    const due = await chargeDue(ctx, { chain, signal })
    const reminded = await remindUpcoming(ctx, { chain, signal })
    await alertDelayed(ctx)
    return {
      planned: due.planned,
      succeeded,
      failed: failed + due.failed,
      closed,
      adopted,
      reminded,
    }
  },
}

const delayedAfterMs = HOUR_MS

async function alertDelayed(ctx: Context): Promise<void> {
  const since = await findOldestWaiting(ctx.db)
  const isDelayed = since !== null && ctx.now() - since > delayedAfterMs
  if (!isDelayed) {
    ctx.alerts.resolve('charges_delayed')
    return
  }
  ctx.alerts.raise({
    name: 'charges_delayed',
    message: 'charges of subscriptions have been waiting for over an hour',
    since,
  })
}

/** Ends charges whose period or subscription has ended, with their receipts. Returns the count. */
function closeAbandoned(ctx: Context, signal: AbortSignal): Promise<number> {
  return processInBatches(signal, {
    list: (limit) => listAbandoned(ctx.db, { now: ctx.now(), limit }),
    work: (charge) => close(ctx, charge),
  })
}

/** Checks again under the lock: an attempt may have started in the meantime. */
async function close(ctx: Context, charge: ChargeRef): Promise<void> {
  await inTransaction(ctx, async (inTx) => {
    const attempt = await lockAttempt(inTx, charge)
    if (attempt?.charge.state !== 'open') return
    const { subscription, period } = attempt
    if (!hasEnded(subscription.status) && ctx.now() < period.endAt) return
    await abandonCharge(inTx, attempt)
  })
}
