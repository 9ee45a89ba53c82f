import type { Job } from '../../jobs/run-jobs.js'
import { followHead } from './follow-head.js'

/** Notices when the chain has lost what it had, also while nothing is sent. */
export const followChain: Job = {
  name: 'follow-chain',
  everyMs: 10_000,
  async run(ctx) {
    if (!ctx.chain) return {}
    const { kind, ...figures } = await followHead(ctx, ctx.chain)
    return kind === 'on' ? figures : { kind, ...figures }
  },
}
