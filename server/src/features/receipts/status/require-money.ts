import { AppError } from '../../../lib/errors.js'
import type { TxContext } from '../../../platform/context.js'
import { sumReceipts } from '../../ledger/receipt-ledger.js'
import type { Receipt } from '../receipt.js'
import { statusFacts } from './statuses.js'

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
      (kind === 'payment' || kind === 'mark') && account === 'customer_credit' && units < 0n,
  )
  if (hasPayment) return
  throw new AppError(
    'invalid_input',
    'This receipt has received no payment. Request a refund after a payment.',
  )
}
