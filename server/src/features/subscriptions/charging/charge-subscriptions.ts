import { MINUTE_MS } from '../../../lib/time.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import type { WorkSource } from '../../../platform/jobs/work-poll.js'
import { chargeDue } from './charge-due.js'
import { collectResults } from './collect-results.js'
import { remindUpcoming } from './remind-upcoming.js'

/** Records the results of charges, attempts those that are due, and announces upcoming ones. */
export const chargeSubscriptions: Job = {
  name: 'charge-subscriptions',
  everyMs: MINUTE_MS,
  // A new subscription is due at once. The others bring results.
  runsOn: ['subscriptions', 'outgoing-progress', 'settlements', 'clock'],
  async run(ctx, signal) {
    const { chain } = ctx
    if (!chain) return {}
    const { succeeded, failed } = await collectResults(ctx, { chain, signal })
    const due = await chargeDue(ctx, { chain, signal })
    const reminded = await remindUpcoming(ctx, { chain, signal })
    return { planned: due.planned, succeeded, failed: failed + due.failed, reminded }
  },
}

/** Due subscriptions, which time alone makes due. */
export const dueSubscriptions: WorkSource = {
  topic: 'subscriptions',
  sql: 'exists (select from subscriptions where due_at <= $1)',
}
