import type { Receipt } from '../resources/receipts.js'

/** The fields that all receipt events share. */
type AnyReceiptEvent = {
  /** `receipt.paid` and the like only if your webhook names such kinds. */
  event: 'receipt.status_updated' | `receipt.${Receipt['status']}`
  receiptId: string
  /** The status before this change. */
  previousStatus: Receipt['status'] | null
  /** The merchant that receives the payment. */
  merchantWallet: string
  /** The receipt's total in dollars. */
  totalUsd: number
  /** The token of the payment, e.g. `USDC`. */
  token: string
  /** When the status changed, Unix ms. */
  timestamp: number
  /** The brand or deployment of the receipt. */
  brandKey: string
  onrampSessionId: string | null
  /** Whether no other receipt has this `onrampSessionId`. False without one. */
  isOnrampSessionUnique: boolean
  /** Your reference, from the order or receipt. */
  transactionId: string | null
  /** Your metadata, from the order or receipt. */
  metadata: Record<string, unknown> | null
  /** Present only on test events: no receipt has changed and no money has moved. */
  test?: true
}

/**
 * A receipt has a new status other than `failed`.
 *
 * @example
 * if (isReceiptEvent(event) && event.status !== 'failed') save(event.transactionHash)
 */
export type UpdatedReceiptEvent = AnyReceiptEvent & {
  status: Exclude<Receipt['status'], 'failed'>
  failureCode: null
  failureCategory: null
  failureReason: null
  failureAction: null
  /** Null until there is a transaction. */
  transactionHash: string | null
  /** Null while unknown. */
  buyerWallet: string | null
  /** The buyer's total in dollars. */
  customerTotalUsd: number
  /**
   * The amount that the onramp charged, in dollars. Absent until reported. May differ from the
   * totals.
   */
  onrampSourceAmountUsd?: number
}

/**
 * The last attempt to pay a receipt has failed. `docs/failures.md` lists the codes.
 *
 * @example
 * if (isReceiptEvent(event) && event.status === 'failed') notifyStaff(event.failureAction)
 */
export type FailedReceiptEvent = AnyReceiptEvent & {
  status: 'failed'
  /** Stable, e.g. `PORTAL_PAY_CARD_DECLINED`. Null when the reason is unknown. */
  failureCode: string | null
  failureCategory:
    | 'card_decline'
    | 'compliance'
    | 'limits'
    | 'blockchain'
    | 'session'
    | 'system'
    | null
  /** Human-readable. The wording may change. */
  failureReason: string | null
  /** The next step for the merchant. The wording may change. */
  failureAction: string | null
}

/**
 * A receipt has a new status. Check `status` to narrow the type.
 *
 * @example
 * const describe = (event: ReceiptEvent) => `${event.receiptId} is ${event.status}`
 */
export type ReceiptEvent = UpdatedReceiptEvent | FailedReceiptEvent

/**
 * An event of a kind that this version of the SDK has no type for.
 *
 * @example
 * if (event.event === 'subscription.charged') console.log(event.timestamp)
 */
export type OtherEvent = {
  event: string
  /** Unix ms. */
  timestamp: number
  [field: string]: unknown
}

/**
 * The body of a webhook. Use `isReceiptEvent` and `isPaid` to narrow the type.
 *
 * @example
 * const handle = (event: WebhookEvent) => (isPaid(event) ? ship(event.receiptId) : undefined)
 */
export type WebhookEvent = ReceiptEvent | OtherEvent
