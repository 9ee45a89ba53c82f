import type { Address } from '../../lib/hex.js'
import type { BaseUnits, Micros } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { AssetName } from './asset-name.js'

/** Whoever has a share in what comes in: a wallet, or the merchant's till for what was marked by hand. */
export type Holder = Address | 'manual'

/** What the ledger keeps sums of; docs/ledger.md says what each means. */
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
  | 'refund_payable'
  | 'merchant_wallet'

/** An amount of an asset, and what it was worth in dollars when it came. */
export type Amount = { asset: AssetName; units: BaseUnits; usdMicros: Micros }

/** One line of a posting: a debit is above zero, a credit below. */
export type Entry = Amount & { account: Account }

/** What a posting is about. One that takes another back is of the same kind, so that sums by kind are right. */
export type PostingKind = 'payment' | 'sale' | 'release' | 'mark' | 'refund' | 'refund_paid'

/** Something that happened to money. */
export type Posting = {
  merchant: Address
  /** What it is about; the same key twice is one posting. */
  key: string
  kind: PostingKind
  at: UnixMs
  receiptId: string | null
  transactionHash: string | null
  entries: readonly Entry[]
}
