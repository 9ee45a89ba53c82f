import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { followPayments } from './follow-payments.js'
import { LostLead } from './watch/index-range.js'
import { createWatcher } from './watcher.js'

/**
 * Follows the chain for as long as this process has the job: another one takes over when it ends, or a few seconds
 * after it was killed.
 */
export const watchChain: Job = {
  name: 'watch-chain',
  everyMs: 1_000,
  leaseMs: 3_000,
  async run(ctx, signal) {
    if (!ctx.chain) return {}
    const watcher = createWatcher(ctx, ctx.chain)
    let isAway = false
    return followPayments(ctx, {
      ...{ chain: ctx.chain, watcher, signal },
      onRound() {
        if (isAway) ctx.log.info('the chain is followed again')
        isAway = false
      },
      onFailure(error) {
        if (!isAway) tell(ctx, error)
        isAway = true
      },
    })
  },
}

function tell(ctx: Pick<Context, 'log'>, error: unknown): void {
  // Others say that the database is away, and whoever has the lead now goes on.
  if (error instanceof StoreUnavailable || error instanceof LostLead) return
  ctx.log.warn({ err: error }, 'the chain cannot be followed right now')
}
