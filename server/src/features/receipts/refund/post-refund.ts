import type { TxContext } from '../../../platform/context.js'
import { parseAssetName } from '../../ledger/asset-name.js'
import { refundEntries } from '../../ledger/entries.js'
import { post } from '../../ledger/post.js'
import { sumReceipts } from '../../ledger/receipt-ledger.js'
import type { Receipt, Refund } from '../receipt.js'
import { type RefundPart, shareRefund } from './share-refund.js'

type NewRefund = Pick<Refund, 'id' | 'usdCents' | 'transactionHash'>

/**
 * Posts a refund to the ledger as owed to the buyer. The transaction has locked the receipt. Returns the asset and amount
 * that the buyer receives.
 */
export async function postRefund(
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

/** Returns the ledger key of a refund. */
export function refundKey(id: string): string {
  return `refund:${id}`
}

/** The first part is the largest. */
function paidInOf([main]: readonly RefundPart[]): Refund['paidIn'] {
  const token = main && parseAssetName(main.asset)?.token
  return token ? { token, units: main.units } : null
}
