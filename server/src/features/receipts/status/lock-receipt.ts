import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { findReceiptForUpdate } from '../store.js'

/** Locks a receipt until the transaction ends and returns it, or null. */
export function lockReceipt(
  ctx: Pick<TxContext, 'db'>,
  which: { merchant: Address; id: string },
): Promise<Receipt | null> {
  return findReceiptForUpdate(ctx.db, which)
}
