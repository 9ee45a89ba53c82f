import type { Address, Hash } from '../../lib/hex.js'
import type { BaseUnits, Cents, Micros, Ppm } from '../../lib/money.js'
import type { ReceiptStatus } from '../../lib/receipt-statuses.js'
import type { UnixMs } from '../../lib/time.js'
import type { Released } from '../../platform/chain/logs/decode-logs.js'
import type { Config } from '../../platform/config/config.js'
import type { TxContext } from '../../platform/context.js'

/**
 * How a payment arrived: to a deposit address, through the gateway, as native token, as tokens of
 * which only the flush is known, or by the charge of a subscription. Native token and flushed
 * tokens are known by the flush that moved them on.
 */
export type PaymentKind = 'deposit' | 'gateway' | 'native' | 'flush' | 'charge'

/** `seen`: in a block. `confirmed`: has enough confirmations. `orphaned`: removed by a reorg. */
export type PaymentState = 'seen' | 'confirmed' | 'orphaned'

/** Why a payment does not count for its receipt. */
type PaymentMismatch = 'wrong_token' | 'wrong_payout'

/** The log that emitted the payment. Unique per payment. */
export type LogRef = { chainId: number; transactionHash: Hash; logIndex: number }

/** Money of one kind with one destination. */
export type Payout = { payoutAddress: Address; token: Address }

/** A payout of a split that the indexer found. */
export type FoundRelease = Released & { merchant: Address }

/** A distribution that paid out the money which a split held before a block. */
export type Distribution = { split: Address; token: Address; blockNumber: bigint }

type RecordContext = Pick<TxContext, 'db' | 'config' | 'now'>

/** Keeps the records of payouts in line with the chain, in the transaction that saves its facts. */
export type PayoutRecords = {
  /** Payout addresses accepted money, or splits paid it out. */
  addArrived(
    ctx: RecordContext,
    arrived: { payouts: readonly Payout[]; releases: readonly FoundRelease[] },
  ): Promise<void>
  /** Payout addresses did not accept money. */
  addFailed(ctx: RecordContext, payouts: readonly Payout[]): Promise<void>
  /** The blocks up to this one have enough confirmations. */
  confirm(ctx: RecordContext, confirmed: { confirmedThrough: bigint }): Promise<void>
  /** A reorganization removed the blocks after this one. */
  rewind(ctx: RecordContext, removed: { after: bigint }): Promise<void>
}

/** Identifies a receipt: ids are unique per merchant. */
export type ReceiptRef = { merchant: Address; receiptId: string }

/**
 * The platform's part of a charge, which the same transaction paid on chain. `owedUnits` of it
 * could not be paid, and can be claimed.
 */
export type ChargeFee = { account: Address; units: BaseUnits; owedUnits: BaseUnits }

/** A part of a payment in native token, with the time it arrived. */
export type PaymentPart = { units: BaseUnits; paidAt: UnixMs }

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
    /** Native token that arrived at two times, the larger part first. Empty for other payments. */
    parts: readonly PaymentPart[]
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

/** Tokens that were sent directly to a split. */
export type DirectPayment = {
  chainId: number
  transactionHash: Hash
  blockHash: Hash
  blockNumber: bigint
  logIndex: number
  merchant: Address
  split: Address
  token: Address
  units: BaseUnits
  /** The part that no payment of a receipt explains, when it is not all of it; null otherwise. */
  restUnits: BaseUnits | null
  /** Null until it is posted. */
  usdMicros: Micros | null
  state: PaymentState
  ledgerRevision: number
}

/** Returns whether a receipt is so large that only payments in safe blocks make it paid. */
export function needsSafeBlock(
  { safeAboveUsd }: Pick<Config, 'safeAboveUsd'>,
  { totalUsdCents }: { totalUsdCents: Cents },
): boolean {
  return totalUsdCents > BigInt(safeAboveUsd) * 100n
}

/** The settlement state of a receipt. `version` counts changes on chain. */
export type Settlement = {
  version: bigint
  /** The earliest time of the next settlement, unless something happens on chain. */
  dueAfter: UnixMs
  /** The earliest time of the next settlement in any case. */
  notBefore: UnixMs
  statusBefore: ReceiptStatus | null
  notedMicros: Micros
  finalAtBlock: bigint | null
  /** The block that must be safe before the receipt is paid; null when it does not wait for one. */
  safeAtBlock: bigint | null
  /** Of the sale; see `isPosted`. */
  ledgerRevision: number
}

/** A settlement with what callers expect of it, which settling does not change. */
export type ExpectedSettlement = Settlement & {
  /** Whether the receipt is paid as soon as its payment is in a block. */
  isOnInclusion: boolean
}
