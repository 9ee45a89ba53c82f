import type { Address, Hash } from '../../lib/hex.js'
import type { Context, TxContext } from '../../platform/context.js'
import type { Claim } from './claims/claim.js'
import type { Execution } from './facilitator/find-execution.js'

/** The outcome of a settled claim, for the response to its request. */
export type Sold = {
  subscriptionId: string | null
  /** Shown once, to the request that paid. */
  apiKey: string | null
}

/** A settled claim to respond to. */
export type SettledClaim = {
  claim: Claim
  transactionHash: Hash
  sold: Sold
  /** The time by `performance.now()` until which to wait for what settlement records. */
  untilMs: number
  /** Whether the request has had a response before. */
  isRepeated: boolean
}

/** The steps of a sale that depend on what is sold. */
export type Sale = {
  /** Returns the merchant whose gas budget pays; '' is the platform. */
  budgetMerchantOf(claim: Claim): Address | ''
  /**
   * Prepares the sale before money moves, in the transaction that starts to settle. A refused
   * payment must not be settled.
   *
   * @throws {AppError} `insufficient_stock`, `payment_in_progress`, `merchant_suspended`.
   */
  start(
    ctx: TxContext,
    claim: Claim,
  ): Promise<{ kind: 'started' } | { kind: 'refused'; reason: string }>
  /**
   * Records a payment that is in a block, once, in the transaction that ends the claim.
   * `mayIssueKey` when the caller made the claim, `isSubmittedByUs` when we or our facilitator
   * submitted the payment. Returns null when the payment is credited, but the caller gets no
   * response, because the proof was public.
   */
  complete(
    ctx: TxContext,
    input: { claim: Claim; execution: Execution; mayIssueKey: boolean; isSubmittedByUs: boolean },
  ): Promise<Sold | null>
  /** Undoes `start` for a payment that failed. */
  release(ctx: TxContext, claim: Claim): Promise<void>
  /** Returns the body of the response, and whether the payment still counts. */
  describe(
    ctx: Context,
    settled: SettledClaim,
  ): Promise<{ body: Record<string, unknown>; isPaid: boolean }>
}
