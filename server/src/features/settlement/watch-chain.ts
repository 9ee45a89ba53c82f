import { isChainFailure } from '../../platform/chain/chain-failures.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { LostLease } from '../../platform/jobs/isolate.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { followPayments } from './follow-payments.js'
import { createWatcher } from './round.js'

/** Follows the chain while this process has the job's lease, which others take over in seconds. */
export const watchChain: Job = {
  name: 'watch-chain',
  everyMs: 1_000,
  leaseMs: 3_000,
  async run(ctx, signal) {
    if (!ctx.chain) return {}
    const watcher = createWatcher(ctx, ctx.chain)
    let hasFailed = false
    try {
      return await followPayments(ctx, {
        chain: ctx.chain,
        watcher,
        signal,
        onRound() {
          if (hasFailed) ctx.log.info('chain followed again')
          hasFailed = false
          ctx.alerts.resolve('worker_failing', watchChain.name)
        },
        onFailure(error) {
          reportFailure(ctx, { error, isRepeated: hasFailed })
          hasFailed = true
        },
      })
    } finally {
      // The next process with this job raises its own alerts.
      ctx.alerts.resolve('worker_failing', watchChain.name)
      ctx.alerts.resolveExcept('receipt_unsettled', [])
      ctx.alerts.resolveExcept('booking_failing', [])
    }
  },
}

function reportFailure(
  ctx: Pick<Context, 'alerts' | 'log'>,
  { error, isRepeated }: { error: unknown; isRepeated: boolean },
): void {
  // The circuit breaker reports a missing database. A lost lease means that another process has
  // taken over.
  if (error instanceof StoreUnavailable || error instanceof LostLease) return
  if (!isChainFailure(error)) {
    const message = 'payments could not be indexed or settled'
    ctx.alerts.raise({ name: 'worker_failing', key: watchChain.name, message, err: error })
  } else if (!isRepeated) {
    ctx.log.warn({ err: error }, 'chain not reachable, payments are delayed')
  }
}
