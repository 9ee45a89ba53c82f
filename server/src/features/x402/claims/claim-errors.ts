import { AppError } from '../../../lib/errors.js'
import type { Hash } from '../../../lib/hex.js'
import type { Claim } from './claim.js'

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

/** Returns the error while the payment is on its way. `shown` is null for a caller that may be a stranger. */
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
