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

/** The times that the range of a list refers to. Sales and refunds are those in the ledger. */
export const listedTimes = ['created', 'sale', 'refund'] as const

/** The steps of the funnel, as its report counts them. Charges of subscriptions have none. */
export const funnelSteps = [
  'created',
  'link_opened',
  'buyer_logged_in',
  'checkout_initialized',
  'paid',
] as const

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
  /** A step that the buyer reached at any time. */
  reached: (typeof funnelSteps)[number] | null
  /** The code of its last failure. */
  failureCode: string | null
  /** The id of an item on its lines, or the SKU or label of a line without an item. */
  item: string | null
  /** The tax jurisdiction, or `none` for receipts without one. */
  jurisdiction: string | null
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
