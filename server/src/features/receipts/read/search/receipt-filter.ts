import type { Cents } from '../../../../lib/money.js'
import type { ReceiptStatus } from '../../../../lib/receipt-statuses.js'
import type { OwnSales } from '../own-sales.js'

/** Conditions that need attention. */
export const receiptFlags = [
  'oversold',
  'late',
  'overpaid',
  'underpaid',
  'mismatch',
  'refund_due',
  'action',
  'waiting',
] as const

/** Whether a list has archived receipts. */
export const archivedChoices = ['no', 'only', 'all'] as const

/** What the range of a list refers to. Sales and refunds are those in the ledger. */
export const listedTimes = ['created', 'sale', 'refund'] as const

export type ReceiptFlag = (typeof receiptFlags)[number]

/** Which receipts to list. */
export type ReceiptFilter = {
  status: ReceiptStatus | null
  /** Whether only receipts with a tip are listed. */
  hasTip: boolean
  /** The time to which `from` and `to` refer, and by which the list is sorted. */
  time: (typeof listedTimes)[number]
  flag: ReceiptFlag | null
  archived: (typeof archivedChoices)[number]
  /** The id of a customer. */
  customerId: string | null
  /** The register that sold it. */
  registerId: string | null
  /** Inclusive, like `to`. */
  from: number
  to: number
  /** Inclusive, like `maxUsdCents`. */
  minUsdCents: Cents | null
  maxUsdCents: Cents | null
  /** A prefix of an id or reference, a transaction hash, an e-mail address, or words of labels. */
  term: string | null
  /** Whether the words of comments match too. Only for callers who may read comments. */
  searchesComments: boolean
  /** Null lists the sales of everyone. */
  own: OwnSales | null
}
