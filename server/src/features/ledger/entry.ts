import type { Address } from '../../lib/hex.js'
import type { BaseUnits, Micros } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { AssetName } from '../../platform/chain/assets/asset-name.js'

/** The owner of a share in a payment: a wallet, or `manual` for payments outside the chain. */
export type Holder = Address | 'manual'

/** A ledger account. docs/ledger.md explains each. */
export type Account =
  | 'custody'
  | 'customer_credit'
  | 'proceeds'
  | `due:${Holder}`
  | 'sales'
  | `tax:${string}`
  | 'processing_fee'
  | 'platform_fee'
  | 'fee_difference'
  | 'manual'
  | 'refunds'
  | 'refunded_tax'
  | 'refund_payable'
  | 'merchant_wallet'
  | 'plan_fees'

/** The accounts that the fee line of a receipt is posted to. */
export const feeAccounts: readonly Account[] = ['processing_fee', 'platform_fee', 'fee_difference']

/** An amount of an asset and its dollar value when it was received. */
export type Amount = { asset: AssetName; units: BaseUnits; usdMicros: Micros }

/** A part of a payment that pays a bill. `feeUnits` of it went to the platform, not to a split. */
export type Portion = Amount & { feeUnits?: BaseUnits }

/** Credit that was returned to a buyer with a refund, at a time. */
export type ReturnedCredit = Amount & { at: UnixMs; refundId: string }

/** A holder's part of an amount. */
export type Share = { account: Holder; units: BaseUnits }

/** One line of a posting. Debits are positive, credits negative. */
export type Entry = Amount & { account: Account }

/** The kind of a posting. A reversal has the kind of the original, so sums by kind stay correct. */
export type PostingKind =
  | 'payment'
  | 'charge'
  | 'sale'
  | 'release'
  | 'mark'
  | 'refund'
  | 'refund_paid'
  | 'plan'

/** A set of entries that balance. */
export type Posting = {
  merchant: Address
  /** The idempotency key: a second posting with the same key is ignored. */
  key: string
  kind: PostingKind
  at: UnixMs
  receiptId: string | null
  transactionHash: string | null
  entries: readonly Entry[]
}

/** Returns the ledger key of a refund. */
export function refundKey(id: string): string {
  return `refund:${id}`
}

/** The sum of a receipt's postings of one kind on one account. */
export type ReceiptSum = Entry & { kind: PostingKind }

/** A receipt and the time it was sold. */
export type Sale = { receiptId: string; at: UnixMs }

/**
 * The sum of postings in one asset that were not reversed and belong to no sale: money of a receipt
 * that was not sold, or of none. `at` is the time of the newest.
 */
export type UnsoldSum = Pick<Posting, 'at' | 'receiptId' | 'transactionHash' | 'entries'>
