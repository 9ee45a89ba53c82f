import type { Address, Hash } from '../../lib/hex.js'
import type { BaseUnits, Micros, Ppm } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'

/** How a payment came, see the table. */
export type PaymentKind = 'deposit' | 'gateway' | 'native'

/** `seen` is in a block, `confirmed` deep enough, `orphaned` in a block that is no longer there. */
export type PaymentState = 'seen' | 'confirmed' | 'orphaned'

/** Why money does not count for its receipt. */
export type PaymentMismatch = 'wrong_token' | 'wrong_payout'

/** Which log of the chain tells of it; no two payments share one. */
type LogRef = { chainId: number; transactionHash: Hash; logIndex: number }

/** Identifies a receipt: ids are unique per merchant. */
export type ReceiptRef = { merchant: Address; receiptId: string }

/** Money that came in for a receipt. */
export type Payment = LogRef &
  ReceiptRef & {
    kind: PaymentKind
    token: Address
    units: BaseUnits
    /** `null` where the chain does not say. */
    payer: Address | null
    depositAddress: Address | null
    payoutAddress: Address
    blockNumber: bigint
    blockHash: Hash
    paidAt: UnixMs
    state: PaymentState
    mismatch: PaymentMismatch | null
    usdPerUnit: Ppm | null
    /** In millionths of a dollar; `null` until it has been looked at. */
    usdMicros: Micros | null
    /** Where it reached its payout address; `null` while it has not. */
    arrivedBlock: bigint | null
    arrivedLog: number | null
    /** Where the split had paid it out; `null` while it has not. */
    releasedBlock: bigint | null
    /** Counts how often it was posted to the ledger or reversed; see `isPosted`. */
    ledgerRevision: number
  }

/** Returns whether something with this ledger revision is in the ledger: each posting makes it odd, each reversal even. */
export function isPosted({ ledgerRevision }: { ledgerRevision: number }): boolean {
  return ledgerRevision % 2 === 1
}
