import { type Micros, micros, microsFromCents } from '../../lib/money.js'
import { type ReceiptStatus, statusFacts } from '../../lib/receipt-statuses.js'
import { type ValuedPayment, valuePayments } from '../../platform/chain/assets/value-payments.js'
import type { Bill } from '../../platform/chain/assets/value-units.js'
import type { TxContext } from '../../platform/context.js'
import type { Receipt } from '../receipts/receipt.js'
import { findManualCredit } from '../receipts/status/post-manual-payment.js'
import { listPayments, sumPayments } from './payment-store.js'
import { listReturned } from './receipts-to-settle.js'
import { heldPayments } from './value/held-payments.js'

/** The amount paid towards a receipt so far, and the amount still due. */
export type DueAmounts = { paid: Micros; due: Micros }

/** Returns what is paid and due, with the payments that the receipt holds. */
export async function getDue(
  ctx: Pick<TxContext, 'db'>,
  receipt: Receipt,
): Promise<DueAmounts & { payments: readonly ValuedPayment[] }> {
  const ref = { merchant: receipt.merchant, receiptId: receipt.id }
  const returned = await listReturned(ctx, receipt)
  // Strangers can make any number of payments, so the database sums them.
  const payments =
    returned.length === 0
      ? await sumPayments(ctx.db, ref)
      : heldPayments(await listPayments(ctx.db, ref), returned)
  const manualCredit = await findManualCredit(ctx, receipt)
  return { ...dueOf(receipt, { payments, manualCredit }), payments }
}

/**
 * Computes what is due beyond the payments that the receipt holds, on chain and manual. Nothing is
 * due once a receipt is refunded or paid, whatever the chain shows.
 */
export function dueOf(
  receipt: Bill & { status: ReceiptStatus },
  { payments, manualCredit }: { payments: readonly ValuedPayment[]; manualCredit: Micros },
): DueAmounts {
  const paid = micros(valuePayments(payments, receipt) + manualCredit)
  const { isPaid, isFinal } = statusFacts[receipt.status]
  const balance = microsFromCents(receipt.totalUsdCents) - paid
  return { paid, due: micros(isPaid || isFinal || balance < 0n ? 0n : balance) }
}
