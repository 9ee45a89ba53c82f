import type { Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import { checkAnnouncedTransactions } from './find/announced/check-announced-transactions.js'
import { createNativeWatch } from './find/native/native-watch.js'
import { createIndexer, type Indexer } from './index/index-chain.js'
import type { PayoutRecords } from './payment.js'

/** The stages of a round that find payments. */
export type Payments = Indexer & {
  /** Looks for native token, which emits no log, at deposit addresses. Returns the changes. */
  searchNative(): Promise<number>
  /** Whether the next search for native token has work even without a new block. */
  hasMoreNative(): boolean
  /** Looks up the transactions that buyers announced. */
  checkAnnounced(): Promise<void>
}

export function createPayments(ctx: Context, chain: Chain, records: PayoutRecords): Payments {
  const nativeWatch = createNativeWatch(ctx, chain)
  return {
    ...createIndexer(ctx, chain, records),
    searchNative: () => nativeWatch.check(),
    hasMoreNative: () => nativeWatch.hasMore(),
    checkAnnounced: () => checkAnnouncedTransactions(ctx, chain, records),
  }
}
