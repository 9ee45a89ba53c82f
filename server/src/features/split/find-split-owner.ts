import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { findContractOwner } from './store.js'

/** Returns the merchant that a split contract belongs to, or null when the address is no known split. */
export function findSplitOwner(
  ctx: Pick<TxContext, 'db'>,
  where: { chainId: number; address: Address },
): Promise<Address | null> {
  return findContractOwner(ctx.db, where)
}
