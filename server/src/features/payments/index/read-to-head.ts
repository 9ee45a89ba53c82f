import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { createIndexer } from './index-chain.js'
import { LostLead } from './index-range.js'

const maxRanges = 20

/** Indexes a chain up to its latest block. Other processes may index it at the same time. */
export async function readToHead(ctx: Context, chain: Chain): Promise<void> {
  const indexer = createIndexer(ctx, chain)
  for (let range = 0; range < maxRanges; range += 1) {
    try {
      // The first call may only have set the cursor, so index at least twice.
      const { isBehind } = await indexer.index()
      if (!isBehind && range > 0) return
    } catch (error) {
      if (!(error instanceof LostLead)) throw error
    }
  }
}
