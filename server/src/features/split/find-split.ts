import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Split } from './split.js'
import {
  findAt,
  findContractOwner,
  findLatest,
  listContracts,
  listSplitMerchants,
} from './store.js'

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

/** Finds a merchant's current or former split by address. */
export function findSplitAt(
  ctx: Pick<TxContext, 'db'>,
  where: { merchant: Address; address: Address },
): Promise<Split | null> {
  return findAt(ctx.db, where)
}

/** Returns the merchant that a split contract belongs to. Null for an unknown address. */
export function findSplitOwner(
  ctx: Pick<TxContext, 'db'>,
  where: { chainId: number; address: Address },
): Promise<Address | null> {
  return findContractOwner(ctx.db, where)
}

/** Lists the split contracts of a merchant on a chain, former ones too, newest first. */
export function listSplits(
  ctx: Pick<TxContext, 'db'>,
  where: { merchant: Address; chainId: number; limit: number },
): Promise<Split[]> {
  return listContracts(ctx.db, where)
}
