import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { defineColumns } from '../../../platform/db/define-columns.js'

/** A refund with the transaction that paid it. */
export type SentRefund = {
  merchant: Address
  receiptId: string
  id: string
  buyer: Address
  createdAt: UnixMs
  confirmedAt: UnixMs | null
  /** How often its transaction was final and did not pay it, and when to look it up again. */
  searches: number
  nextSearchAt: UnixMs
  /** When its receipt was paid, in block time; when it was created if no payment is known. */
  paidAt: UnixMs
}

/** The columns of a sent refund, of the tables in `withReceipts`. */
export const sentColumns = defineColumns<SentRefund>({
  merchant: 'text',
  receiptId: 'text',
  id: 'text',
  buyer: 'text',
  createdAt: 'time',
  confirmedAt: 'time',
  searches: 'int',
  nextSearchAt: 'time',
  paidAt: { kind: 'time', sql: 'coalesce(receipts.transaction_at, receipts.created_at)' },
})
export const withReceipts = `refunds
  join receipts on receipts.merchant = refunds.merchant and receipts.id = refunds.receipt_id`
