import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Split } from './split.js'
import { findLatest, listSplitMerchants } from './store.js'

/** Finds a merchant's current split. */
export function findSplit(ctx: Pick<TxContext, 'db'>, merchant: Address): Promise<Split | null> {
  return findLatest(ctx.db, merchant)
}

/** Lists those of these merchants that have a split. */
export function listMerchantsWithSplit(
  ctx: Pick<TxContext, 'db'>,
  merchants: readonly Address[],
): Promise<Address[]> {
  return listSplitMerchants(ctx.db, merchants)
}
