import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { findReceipt as findStored } from '../store.js'

/** Returns a merchant's receipt, or null. */
export function findReceipt(
  ctx: Pick<TxContext, 'db'>,
  which: { merchant: Address; id: string },
): Promise<Receipt | null> {
  return findStored(ctx.db, which)
}
