import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Split } from './split.js'
import * as store from './store.js'

/** Finds a merchant's current split. */
export function findSplit(ctx: Pick<TxContext, 'db'>, merchant: Address): Promise<Split | null> {
  return store.findLatest(ctx.db, merchant)
}

/** Lists those of these merchants that have a split. */
export function listMerchantsWithSplit(
  ctx: Pick<TxContext, 'db'>,
  merchants: readonly Address[],
): Promise<Address[]> {
  return store.listSplitMerchants(ctx.db, merchants)
}

/** Finds a merchant's current or former split by address. */
export function findSplitAt(
  ctx: Pick<TxContext, 'db'>,
  where: { merchant: Address; address: Address },
): Promise<Split | null> {
  return store.findAt(ctx.db, where)
}

/** Returns the merchant that a split contract belongs to. Null for an unknown address. */
export async function findSplitOwner(
  { db }: Pick<TxContext, 'db'>,
  { chainId, address }: { chainId: number; address: Address },
): Promise<Address | null> {
  const owners = await store.listContractOwners(db, { chainId, addresses: [address] })
  return owners.get(address) ?? null
}

/** Lists the split contracts of a merchant on a chain, former ones too, newest first. */
export function listSplits(
  ctx: Pick<TxContext, 'db'>,
  where: { merchant: Address; chainId: number; limit: number },
): Promise<Split[]> {
  return store.listContracts(ctx.db, where)
}

/** Maps the split contracts among some addresses to their merchants. */
export function findSplitOwners(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  addresses: readonly Address[],
): Promise<Map<Address, Address>> {
  return store.listContractOwners(db, { chainId: config.chainId, addresses })
}

/** Lists all split contracts on the chain, former ones too, which may still hold money. */
export function listSplitAddresses({
  db,
  config,
}: Pick<TxContext, 'db' | 'config'>): Promise<Address[]> {
  return store.listAddresses(db, config.chainId)
}
