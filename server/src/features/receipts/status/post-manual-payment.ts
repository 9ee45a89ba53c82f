import { baseUnits, microsFromCents } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { manualUsd } from '../../ledger/asset-name.js'
import { manualPaymentEntries, saleEntries } from '../../ledger/entries.js'
import { post } from '../../ledger/post.js'
import { countPostings, sumReceipts } from '../../ledger/receipt-ledger.js'
import { billParts } from '../amounts/bill-parts.js'
import type { Receipt } from '../receipt.js'

/**
 * Posts a manual payment of a receipt's full total to the ledger. Payments on chain remain the buyer's credit. Does
 * nothing if the sale is already posted: declining a refund request brings in no money.
 */
export async function postManualPayment(
  ctx: Pick<TxContext, 'db' | 'now'>,
  receipt: Receipt,
): Promise<void> {
  const { merchant, id: receiptId, totalUsdCents: usdCents } = receipt
  if (await isSold(ctx, receipt)) return

  const count = (await countPostings(ctx, { merchant, receiptId, kind: 'mark' })) + 1
  const posting = { merchant, receiptId, at: ctx.now(), transactionHash: null }
  await post(ctx, {
    ...posting,
    key: `mark:${receiptId}:${count}`,
    kind: 'mark',
    entries: manualPaymentEntries({ usdCents }),
  })
  const usdMicros = microsFromCents(usdCents)
  await post(ctx, {
    ...posting,
    key: `sale-mark:${receiptId}:${count}`,
    kind: 'sale',
    entries: saleEntries({
      portions: [{ asset: manualUsd, units: baseUnits(usdCents), usdMicros }],
      bill: billParts(receipt),
      platformBps: 0,
    }),
  })
}

async function isSold(ctx: Pick<TxContext, 'db'>, { merchant, id }: Receipt): Promise<boolean> {
  const sums = (await sumReceipts(ctx, { merchant, receiptIds: [id] })).get(id) ?? []
  return sums.some(
    ({ kind, account, units }) => kind === 'sale' && account === 'customer_credit' && units > 0n,
  )
}
