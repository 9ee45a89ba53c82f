import type { Cents } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { parseAssetName } from '../../../platform/chain/assets/asset-name.js'
import type { TxContext } from '../../../platform/context.js'
import { creditEntries, refundEntries, refundedTaxEntries } from '../../ledger/entries.js'
import { type Amount, type Entry, type ReceiptSum, refundKey } from '../../ledger/entry.js'
import { post } from '../../ledger/post.js'
import { sumReceipts } from '../../ledger/receipt-ledger.js'
import type { Receipt, Refund } from '../../receipts/receipt.js'
import { type RefundPart, shareCredit, shareRefund, shareRefundedTax } from './share-refund.js'

type NewRefund = Pick<Refund, 'id' | 'usdCents' | 'transactionHash'>

/** Returned credit by asset, and a time after the payments it came from. */
export type CreditReturn = { amounts: Amount[]; at: UnixMs }

/**
 * Posts a refund to the ledger as owed to the buyer. Takes the returned credit, or null for a
 * refund of the sale. The transaction has locked the receipt. Returns the asset and amount that the
 * buyer receives.
 */
export async function postRefund(
  ctx: Pick<TxContext, 'db' | 'now'>,
  input: { receipt: Receipt; refund: NewRefund; taxCents: Cents; credit: CreditReturn | null },
): Promise<Refund['paidIn']> {
  const { receipt, refund, taxCents, credit } = input
  const { merchant, id: receiptId } = receipt
  const sums = (await sumReceipts(ctx, { merchant, receiptIds: [receiptId] })).get(receiptId) ?? []
  const parts = credit ? shareCredit(sums, credit.amounts) : shareRefund(sums, refund.usdCents)
  await post(ctx, {
    merchant,
    receiptId,
    key: refundKey(refund.id),
    kind: 'refund',
    at: credit?.at ?? ctx.now(),
    transactionHash: refund.transactionHash,
    entries: credit ? parts.flatMap(creditEntries) : refundsOf(parts, { sums, taxCents }),
  })
  return paidInOf(parts)
}

function refundsOf(
  parts: readonly RefundPart[],
  { sums, taxCents }: { sums: readonly ReceiptSum[]; taxCents: Cents },
): Entry[] {
  const taxes = shareRefundedTax(sums, taxCents)
  return [...parts.flatMap(refundEntries), ...refundedTaxEntries(parts, taxes)]
}

/** The first part is the largest. */
function paidInOf([main]: readonly RefundPart[]): Refund['paidIn'] {
  const token = main && parseAssetName(main.asset)?.token
  return token ? { token, units: main.units } : null
}
