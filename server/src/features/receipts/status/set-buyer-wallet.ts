import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { recordReceiptChange } from '../../ledger/changes.js'
import type { Receipt } from '../receipt.js'
import { updateProgress } from '../store.js'

/** Changes the wallet that paid a locked receipt, without an event. Returns the receipt. */
export async function setBuyerWallet(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { receipt, buyerWallet }: { receipt: Receipt; buyerWallet: Address | null },
): Promise<Receipt> {
  const changed = { ...receipt, buyerWallet, updatedAt: ctx.now() }
  await updateProgress(ctx.db, changed)
  await recordReceiptChange(ctx, { merchant: receipt.merchant, receiptId: receipt.id })
  return changed
}
