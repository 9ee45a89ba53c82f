import type { Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import { LostLease } from '../../platform/jobs/isolate.js'
import { createIndexer } from '../payments/index/index-chain.js'
import { payoutRecords } from '../payouts/payout-records.js'

const maxRanges = 20

/** Indexes a chain up to its latest block. Other processes may index it at the same time. */
export async function readToHead(ctx: Context, chain: Chain): Promise<void> {
  const indexer = createIndexer(ctx, chain, payoutRecords)
  for (let range = 0; range < maxRanges; range += 1) {
    try {
      // The first call may only have set the cursor, so index at least twice.
      const { isBehind } = await indexer.index()
      if (!isBehind && range > 0) return
    } catch (error) {
      if (!(error instanceof LostLease)) throw error
    }
  }
}
