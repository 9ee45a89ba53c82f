import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { Refund } from '../receipt.js'
import { listRefunds as listRows } from './refund-store.js'

/** Returns the refunds of a receipt, oldest first. */
export async function listRefunds(
  ctx: Pick<TxContext, 'db'>,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<Refund[]> {
  const refunds = await listRows(ctx.db, { merchant, ids: [receiptId] })
  return refunds.get(receiptId) ?? []
}
