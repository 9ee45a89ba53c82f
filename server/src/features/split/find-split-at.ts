import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Split } from './split.js'
import { findAt } from './store.js'

/** Finds a merchant's current or former split by address. */
export function findSplitAt(
  ctx: Pick<TxContext, 'db'>,
  where: { merchant: Address; address: Address },
): Promise<Split | null> {
  return findAt(ctx.db, where)
}
