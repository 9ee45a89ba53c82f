import type { Receipt } from '../resources/receipts.js'

/** What every message about a receipt says. */
type AnyReceiptEvent = {
  event: 'receipt.status_updated'
  receiptId: string
  /** The status before this change. */
  previousStatus: Receipt['status'] | null
  /** Whom the money is for. */
  merchantWallet: string
  /** The total of the receipt, in dollars. */
  totalUsd: number
  /** What is paid with, e.g. `USDC`. */
  token: string
  /** When the status changed, Unix ms. */
  timestamp: number
  /** Names the deployment or the brand the receipt was made for. */
  brandKey: string
  onrampSessionId: string | null
  /** Whether `onrampSessionId` belongs to this receipt alone; `false` where there is none. */
  isOnrampSessionUnique: boolean
  /** Your own reference, as given with the order or receipt. */
  transactionId: string | null
  /** Your own data, as given with the order or receipt. */
  metadata: Record<string, unknown> | null
  /** Only on a trial that was asked for: no receipt has changed and no money has moved. */
  test?: true
}

/**
 * A receipt has a new status, and no payment has failed.
 *
 * @example
 * if (isReceiptEvent(event) && event.status !== 'failed') note(event.transactionHash)
 */
export type UpdatedReceiptEvent = AnyReceiptEvent & {
  status: Exclude<Receipt['status'], 'failed'>
  failureCode: null
  failureCategory: null
  failureReason: null
  failureAction: null
  /** `null` until there is a transaction. */
  transactionHash: string | null
  /** `null` while nobody knows it. */
  buyerWallet: string | null
  /** What the buyer owes, in dollars. */
  customerTotalUsd: number
  /** What an onramp charged, in dollars; only there when one has said so. May differ from the totals. */
  onrampSourceAmountUsd?: number
}

/**
 * The last attempt to pay a receipt has failed. `docs/failures.md` lists the codes.
 *
 * @example
 * if (isReceiptEvent(event) && event.status === 'failed') tellStaff(event.failureAction)
 */
export type FailedReceiptEvent = AnyReceiptEvent & {
  status: 'failed'
  /** Stable, e.g. `PORTAL_PAY_CARD_DECLINED`; `null` when nobody said why. */
  failureCode: string | null
  failureCategory:
    | 'card_decline'
    | 'compliance'
    | 'limits'
    | 'blockchain'
    | 'session'
    | 'system'
    | null
  /** For people; the words may change. */
  failureReason: string | null
  /** What the merchant can do; the words may change. */
  failureAction: string | null
}

/**
 * A receipt has a new status. `status` tells which of the two it is.
 *
 * @example
 * const describe = (event: ReceiptEvent) => `${event.receiptId} is ${event.status}`
 */
export type ReceiptEvent = UpdatedReceiptEvent | FailedReceiptEvent

/**
 * An event of a kind this version of the SDK has no type for.
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
 * What the body of a webhook says. `isReceiptEvent` and `isPaid` tell the kinds apart.
 *
 * @example
 * const handle = (event: WebhookEvent) => (isPaid(event) ? ship(event.receiptId) : undefined)
 */
export type WebhookEvent = ReceiptEvent | OtherEvent
