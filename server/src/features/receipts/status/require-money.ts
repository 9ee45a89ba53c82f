import { AppError } from '../../../lib/errors.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import type { TxContext } from '../../../platform/context.js'
import type { PostingKind } from '../../ledger/entry.js'
import { sumReceipts } from '../../ledger/receipt-ledger.js'
import type { Receipt } from '../receipt.js'

/** The kinds of postings that bring in money. */
const incoming: readonly PostingKind[] = ['payment', 'charge', 'mark']

/**
 * Requires that money came in for a receipt, in full or in part. A settled status says so. For any other status the
 * ledger has to show a payment.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireMoney(ctx: Pick<TxContext, 'db'>, receipt: Receipt): Promise<void> {
  const { merchant, id, status } = receipt
  if (statusFacts[status].isSettled) return
  const sums = await sumReceipts(ctx, { merchant, receiptIds: [id] })
  const hasPayment = (sums.get(id) ?? []).some(
    ({ kind, account, units }) =>
      incoming.includes(kind) && account === 'customer_credit' && units < 0n,
  )
  if (hasPayment) return
  throw new AppError(
    'invalid_input',
    'This receipt has received no payment. Request a refund after a payment.',
  )
}
