import type { Cents } from '../../../../lib/money.js'
import type { ReceiptStatus } from '../../../../lib/receipt-statuses.js'

/** Conditions that need attention. */
export const receiptFlags = [
  'oversold',
  'late',
  'overpaid',
  'underpaid',
  'mismatch',
  'refund_due',
] as const

export type ReceiptFlag = (typeof receiptFlags)[number]

/** Which receipts to list. */
export type ReceiptFilter = {
  status: ReceiptStatus | null
  flag: ReceiptFlag | null
  /** Inclusive, like `to`. */
  from: number
  to: number
  /** Inclusive, like `maxUsdCents`. */
  minUsdCents: Cents | null
  maxUsdCents: Cents | null
  /** A prefix of an id or reference, a transaction hash, an e-mail address, or words of labels. */
  term: string | null
}
