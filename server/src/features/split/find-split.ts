import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Split } from './split.js'
import { findLatest } from './store.js'

/** A merchant's current split, read anew each time; `null` when there has never been one. */
export function findSplit(ctx: Pick<TxContext, 'db'>, merchant: Address): Promise<Split | null> {
  return findLatest(ctx.db, merchant)
}
