import { HOUR_MS, MINUTE_MS } from '../../../../lib/time.js'
import type { Context } from '../../../../platform/context.js'
import type { Job } from '../../../../platform/jobs/run-jobs.js'
import { chargeDue } from '../due/charge-due.js'
import { closeAbandoned } from '../due/close-abandoned.js'
import { remindUpcoming } from '../due/remind-upcoming.js'
import { adoptUnexpected, checkAdopted } from '../result/adopt-charge.js'
import { collectResults } from '../result/collect-results.js'
import { findOldestWaiting } from './charge-store.js'

/** Records the results of charges, closes abandoned ones, attempts those that are due, and announces upcoming ones. */
export const chargeSubscriptions: Job = {
  name: 'charge-subscriptions',
  everyMs: MINUTE_MS,
  // A new subscription is due at once. The others bring results.
  runsOn: ['subscriptions', 'outgoing-progress', 'settlements', 'clock'],
  async run(ctx, signal) {
    const { chain } = ctx
    if (!chain) return {}
    const { succeeded, failed } = await collectResults(ctx, { chain, signal })
    const adopted = await adoptUnexpected(ctx, { chain, signal })
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
