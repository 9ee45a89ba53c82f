import type { TxContext } from '../../../platform/context.js'
import { parseAssetName } from '../../ledger/asset-name.js'
import { refundEntries } from '../../ledger/entries.js'
import { post } from '../../ledger/post.js'
import { sumReceipts } from '../../ledger/receipt-ledger.js'
import type { Receipt, Refund } from '../receipt.js'
import { type RefundPart, shareRefund } from './share-refund.js'

type NewRefund = Pick<Refund, 'id' | 'usdCents' | 'transactionHash'>

/**
 * Enters a refund into the ledger as owed to the buyer, for a receipt that the transaction holds. Returns what
 * the buyer is to get.
 */
export async function bookRefund(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { receipt, refund }: { receipt: Receipt; refund: NewRefund },
): Promise<Refund['paidIn']> {
  const { merchant, id: receiptId } = receipt
  const sums = await sumReceipts(ctx, { merchant, receiptIds: [receiptId] })
  const parts = shareRefund(sums.get(receiptId) ?? [], refund.usdCents)
  await post(ctx, {
    merchant,
    receiptId,
    key: refundKey(refund.id),
    kind: 'refund',
    at: ctx.now(),
    transactionHash: refund.transactionHash,
    entries: parts.flatMap(refundEntries),
  })
  return paidInOf(parts)
}

/** What the ledger knows a refund by. */
export function refundKey(id: string): string {
  return `refund:${id}`
}

/** The parts begin with the asset that most was left of, which also has most of the refund. */
function paidInOf([main]: readonly RefundPart[]): Refund['paidIn'] {
  const token = main && parseAssetName(main.asset)?.token
  return token ? { token, units: main.units } : null
}
