import { AppError } from '../../../lib/errors.js'
import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Subject } from '../terms.js'

/** `claimed` before it is verified, `settling` once money may move. */
export type ClaimState = 'claimed' | 'settling' | 'settled' | 'failed'

/** Identifies an authorization on chain. */
export type ClaimKey = { chainId: number; asset: Address; payer: Address; nonce: Hash }

/** A signed payment that one request has claimed, so that no other request settles it. */
export type Claim = ClaimKey & {
  holder: string
  state: ClaimState
  route: string
  fingerprint: Buffer
  /** Null when the request had no secret by which it can be repeated. */
  idempotencyHash: Buffer | null
  payTo: Address
  units: BaseUnits
  validBeforeSeconds: bigint
  subject: Subject
  /** The newest block when it was claimed. */
  claimedAtBlock: bigint
  /** The outgoing transaction, or null when a remote facilitator settles. */
  transactionId: string | null
  transactionHash: Hash | null
  error: string | null
  subscriptionId: string | null
  /** The block of a plan's payment, until it is final. */
  unconfirmedBlock: bigint | null
  createdAt: UnixMs
  /** When its state changed, or a repeated request looked for its payment. */
  updatedAt: UnixMs
}

/** Returns the error while another request verifies or settles the payment. */
export function inProgress(): AppError {
  return new AppError(
    'payment_in_progress',
    'Another request settles this payment. Repeat this one with the Idempotency-Key of the first in a moment.',
    { retryAfterMs: 1_000 },
  )
}

/** Returns the error for a payment that was used before. It names the way back to a lost key. */
export function alreadyUsed({ subject }: Claim): AppError {
  const hint =
    subject.kind === 'plan'
      ? 'The plan is credited to the payer. Get a new key with SIGN-IN-WITH-X.'
      : 'Only a request with the Idempotency-Key of the first one gets its response again.'
  return new AppError('payment_already_used', `This payment was used already. ${hint}`)
}

/** Returns the error while a payment is pending. `shown` is null if the caller may be anonymous. */
export function settlementPending(
  shown: { claim: Claim; transactionHash: Hash | null } | null,
): AppError {
  const subject = shown?.claim.subject
  const fields = {
    reason: 'settlement_pending',
    transactionHash: shown?.transactionHash ?? null,
    receiptId: subject?.kind === 'order' ? subject.receiptId : null,
    retryable: true,
  }
  return new AppError(
    'failed',
    'The payment was submitted and is not in a block yet. Do not pay again. Repeat the request with the same payment and Idempotency-Key.',
    { fields, retryAfterMs: 5_000 },
  )
}
