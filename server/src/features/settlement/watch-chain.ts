import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
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
    const pollMs = ctx.config.mode === 'sandbox' ? 250 : 2_000
    let found = 0
    let isAway = false
    while (!signal.aborted) {
      try {
        const round = await watcher.runRound(signal)
        found += round.found
        if (isAway) ctx.log.info('the chain is followed again')
        isAway = false
        if (round.isBehind) continue
      } catch (error) {
        if (!isAway) tell(ctx, error)
        isAway = true
      }
      await sleep(pollMs, undefined, { signal }).catch(() => {})
    }
    return { found }
  },
}

function tell(ctx: Pick<Context, 'log'>, error: unknown): void {
  // Others say that the database is away, and whoever has the lead now goes on.
  if (error instanceof StoreUnavailable || error instanceof LostLead) return
  ctx.log.warn({ err: error }, 'the chain cannot be followed right now')
}
