import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { Receipt } from '../receipt.js'
import { recallReceipt, recallStored } from './recall-receipts.js'

type ReceiptRef = { merchant: Address; id: string }

/** Returns a receipt that this process knows without the database, or null. */
export function findKnownReceipt(
  ctx: Pick<Context, 'journal' | 'snapshot'>,
  which: ReceiptRef,
): Promise<Receipt | null> {
  return orNull(recallReceipt(ctx, which))
}

/** Returns a receipt of the snapshot, or null if it does not have it. */
export function findStoredReceipt(
  ctx: Pick<Context, 'snapshot'>,
  which: ReceiptRef,
): Promise<Receipt | null> {
  return orNull(recallStored(ctx, which))
}

async function orNull(recall: ReturnType<typeof recallReceipt>): Promise<Receipt | null> {
  try {
    return (await recall)?.receipt ?? null
  } catch (error) {
    if (error instanceof StoreUnavailable) return null
    throw error
  }
}
