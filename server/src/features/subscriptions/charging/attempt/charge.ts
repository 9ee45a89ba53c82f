import type { Address, Hash } from '../../../../lib/hex.js'
import type { BaseUnits, Cents } from '../../../../lib/money.js'
import type { UnixMs } from '../../../../lib/time.js'
import type { ChargeStatus } from '../../subscription.js'

/**
 * Why a charge failed: too little balance or allowance, the permission was revoked or has ended, or
 * the chain did not execute it.
 */
export const failureCodes = ['balance', 'allowance', 'revoked', 'expired', 'chain'] as const
export type FailureCode = (typeof failureCodes)[number]

/**
 * `open` waits for an attempt, `submitted` for its result. `failed` has no scheduled retry;
 * resuming the subscription or `force` attempts it again.
 */
type ChargeState = 'open' | 'submitted' | 'succeeded' | 'failed'

/** The charge of a subscription for one period. */
export type Charge = {
  merchant: Address
  subscriptionId: string
  periodIndex: number
  chargeKey: Hash
  state: ChargeState
  /** The number of the last attempt, counted from one. */
  attempt: number
  /** At most this many charges share the next transaction. */
  maxBatch: number
  /** The outgoing transaction of the attempt. Null when another party charged. */
  transactionId: string | null
  receiptId: string | null
  firstFailedAt: UnixMs | null
  failureCode: FailureCode | null
  /** Whether `subscription.charged` was recorded. */
  isAnnounced: boolean
  createdAt: UnixMs
  updatedAt: UnixMs
}

export type ChargeRef = Pick<Charge, 'merchant' | 'subscriptionId' | 'periodIndex'>

/** The largest number of charges in one transaction. */
export const batchSize = 50

/** One attempt to charge a subscription. */
export type BillingEvent = {
  merchant: Address
  id: string
  subscriptionId: string
  planId: string
  customer: Address
  periodIndex: number
  attempt: number
  status: ChargeStatus
  amountCents: Cents
  token: Address
  /** The whole charge, and the part of it that is the platform's fee. */
  amountUnits: BaseUnits
  feeUnits: BaseUnits
  transactionHash: Hash | null
  failureCode: FailureCode | null
  /** Whether it was charged after a cancellation or pause, so the customer is due a refund. */
  refundDue: boolean
  createdAt: UnixMs
}
