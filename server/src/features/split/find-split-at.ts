import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Split } from './split.js'
import { findAt } from './store.js'

/** The split of a merchant at an address, current or not; `null` when that is none of the merchant's splits. */
export function findSplitAt(
  ctx: Pick<TxContext, 'db'>,
  where: { merchant: Address; address: Address },
): Promise<Split | null> {
  return findAt(ctx.db, where)
}
