import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { recallReceipt } from '../recall-receipts.js'
import type { Receipt } from '../receipt.js'

/** Returns a receipt that this process knows without the database, or null. */
export async function findKnownReceipt(
  ctx: Pick<Context, 'journal' | 'snapshot'>,
  which: { merchant: Address; id: string },
): Promise<Receipt | null> {
  try {
    return (await recallReceipt(ctx, which))?.receipt ?? null
  } catch (error) {
    if (error instanceof StoreUnavailable) return null
    throw error
  }
}
