import { isChainFailure } from '../../platform/chain/outgoing/describe-failure.js'
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
    try {
      return await followPayments(ctx, {
        chain: ctx.chain,
        watcher,
        signal,
        onRound() {
          if (isAway) ctx.log.info('the chain is followed again')
          isAway = false
          ctx.alerts.resolve('worker_failing', watchChain.name)
        },
        onFailure(error) {
          noteFailure(ctx, { error, isRepeated: isAway })
          isAway = true
        },
      })
    } finally {
      // The process that has the job next raises its own alerts.
      ctx.alerts.resolve('worker_failing', watchChain.name)
      ctx.alerts.resolveExcept('receipt_unsettled', [])
    }
  },
}

function noteFailure(
  ctx: Pick<Context, 'alerts' | 'log'>,
  { error, isRepeated }: { error: unknown; isRepeated: boolean },
): void {
  // The breaker reports an absent database, and a lost lead means that another process goes on.
  if (error instanceof StoreUnavailable || error instanceof LostLead) return
  if (!isChainFailure(error)) {
    const message = 'payments could not be followed'
    ctx.alerts.raise({ name: 'worker_failing', key: watchChain.name, message, err: error })
  } else if (!isRepeated) {
    ctx.log.warn({ err: error }, 'the chain cannot be followed right now')
  }
}
