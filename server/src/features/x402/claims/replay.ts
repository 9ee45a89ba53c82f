import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import type { PaidRequest, Redeemed } from '../paid-request.js'
import { respond } from '../respond.js'
import type { Claim } from './claim.js'

/** How long a repeated request waits until settlement has recorded its payment. */
const waitMs = 2_000

/**
 * Responds to a payment that was presented before. The payment is public once it is on chain, so it repeats no response by
 * itself: the request must be the same, and carry the secret of the first one.
 *
 * @throws {AppError} `payment_in_progress`, `payment_already_used`.
 */
export async function replay(
  ctx: Context,
  input: { claim: Claim; request: PaidRequest; secretHash: Buffer | null },
): Promise<Redeemed> {
  const { claim, request, secretHash } = input
  const { state, transactionHash, idempotencyHash, subscriptionId, updatedAt: settledAt } = claim
  if (state === 'claimed' || state === 'settling') {
    throw new AppError(
      'payment_in_progress',
      'This payment is being settled. Repeat the request with the same Idempotency-Key in a moment.',
      { retryAfterMs: 1_000 },
    )
  }
  const isSame =
    claim.route === request.route &&
    claim.fingerprint.equals(request.fingerprint) &&
    idempotencyHash !== null &&
    secretHash !== null &&
    idempotencyHash.equals(secretHash)
  if (state === 'settled' && isSame && transactionHash) {
    const sold = { subscriptionId, apiKey: null }
    const untilMs = performance.now() + waitMs
    return respond(ctx, { claim, transactionHash, sold, settledAt, untilMs, isRepeated: true })
  }
  if (state === 'failed' && claim.error !== null && transactionHash === null) {
    return { kind: 'refused', reason: claim.error }
  }
  throw alreadyUsed(claim)
}

/** Returns the error for a payment that was used before. It names the way back to a lost key. */
export function alreadyUsed({ subject }: Claim): AppError {
  const hint =
    subject.kind === 'plan'
      ? 'The plan is credited to the payer. Get a new key with SIGN-IN-WITH-X.'
      : 'Only a request with the Idempotency-Key of the first one gets its response again.'
  return new AppError('payment_already_used', `This payment was used already. ${hint}`)
}
