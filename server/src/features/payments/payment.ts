import type { Address, Hash } from '../../lib/hex.js'
import type { BaseUnits, Micros, Ppm } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'

/**
 * How a payment arrived: to a deposit address, through the gateway, as native token, as tokens of which only the flush is
 * known, or by the charge of a subscription. Native token and flushed tokens are known by the flush that moved them on.
 */
export type PaymentKind = 'deposit' | 'gateway' | 'native' | 'flush' | 'charge'

/** `seen` is in a block, `confirmed` has enough confirmations, `orphaned` was removed by a reorg. */
export type PaymentState = 'seen' | 'confirmed' | 'orphaned'

/** Why a payment does not count for its receipt. */
export type PaymentMismatch = 'wrong_token' | 'wrong_payout'

/** The log that emitted the payment. Unique per payment. */
export type LogRef = { chainId: number; transactionHash: Hash; logIndex: number }

/** Identifies a receipt: ids are unique per merchant. */
export type ReceiptRef = { merchant: Address; receiptId: string }

/**
 * The platform's part of a charge, which the same transaction paid on chain. `owedUnits` of it
 * could not be paid, and can be claimed.
 */
export type ChargeFee = { account: Address; units: BaseUnits; owedUnits: BaseUnits }

export type LesserPart = { units: BaseUnits; paidAt: UnixMs }

export type Payment = LogRef &
  ReceiptRef & {
    kind: PaymentKind
    token: Address
    units: BaseUnits
    /** Null when the chain does not show it. */
    payer: Address | null
    depositAddress: Address | null
    payoutAddress: Address
    blockNumber: bigint
    blockHash: Hash
    paidAt: UnixMs
    /** The smaller part of native token that came at another time; null when all of it came at `paidAt`. */
    lesserPart: LesserPart | null
    /** Included in `units`. Null when everything reached the payout address. */
    chargeFee: ChargeFee | null
    /** The block in which the owed part of the fee was claimed; null before that. */
    feeClaimedBlock: bigint | null
    state: PaymentState
    mismatch: PaymentMismatch | null
    usdPerUnit: Ppm | null
    /** Null until the payment is classified. */
    usdMicros: Micros | null
    /** The block in which it reached its payout address; null before that. */
    arrivedBlock: bigint | null
    arrivedLog: number | null
    /** The block in which the split paid it out; null before that. */
    releasedBlock: bigint | null
    /** Counts how often it was posted to the ledger or reversed; see `isPosted`. */
    ledgerRevision: number
  }

/** Returns whether something with this ledger revision is in the ledger: each posting makes it odd, each reversal even. */
export function isPosted({ ledgerRevision }: { ledgerRevision: number }): boolean {
  return ledgerRevision % 2 === 1
}
