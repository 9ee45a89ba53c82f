import type { Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import { createIndexer } from './watch/index-chain.js'
import { LostLead } from './watch/index-range.js'

const mostRanges = 20

/** Reads a chain up to its newest block, whoever else does so at the same time. */
export async function readToHead(ctx: Context, chain: Chain): Promise<void> {
  const indexer = createIndexer(ctx, chain)
  for (let range = 0; range < mostRanges; range += 1) {
    try {
      // Once more when it seems to be there: it may just have begun to read.
      const { isBehind } = await indexer.index()
      if (!isBehind && range > 0) return
    } catch (error) {
      if (!(error instanceof LostLead)) throw error
    }
  }
}
