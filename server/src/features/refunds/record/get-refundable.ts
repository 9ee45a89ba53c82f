import { invalidInput } from '../../../lib/errors.js'
import { type Cents, cents, microsFromCents, minCents } from '../../../lib/money.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import type { TxContext } from '../../../platform/context.js'
import type { ReceiptSum } from '../../ledger/entry.js'
import { sumReceipts } from '../../ledger/receipt-ledger.js'
import type { Receipt } from '../../receipts/receipt.js'

/**
 * Returns how much of a receipt can be refunded: the amount that the ledger shows as sold and not
 * refunded. The timeline does not suffice, because a reorg may have removed the payment since.
 *
 * @throws {AppError} `invalid_input` when the receipt has no sale.
 */
export async function getRefundable(ctx: Pick<TxContext, 'db'>, receipt: Receipt): Promise<Cents> {
  const { merchant, id, status } = receipt
  const sums = (await sumReceipts(ctx, { merchant, receiptIds: [id] })).get(id) ?? []
  const soldCents = sumCents(sums, isSold)
  if (soldCents <= 0n || !(statusFacts[status].isPaid || status === 'refunded')) {
    throw invalidInput(
      'This receipt is not paid. Refund only paid receipts; return part payments as credit.',
    )
  }
  return minCents(
    cents(receipt.totalUsdCents - receipt.refundedUsdCents),
    cents(soldCents - sumCents(sums, isRefunded)),
  )
}

const isSold = ({ kind, account }: ReceiptSum) => kind === 'sale' && account === 'customer_credit'
const isRefunded = ({ kind, account }: ReceiptSum) => kind === 'refund' && account === 'refunds'

/** Exact: sales and refunds are whole cents. */
function sumCents(sums: readonly ReceiptSum[], isCounted: (sum: ReceiptSum) => boolean): bigint {
  const worth = sums.filter(isCounted).reduce((sum, { usdMicros }) => sum + usdMicros, 0n)
  return worth / microsFromCents(cents(1n))
}
