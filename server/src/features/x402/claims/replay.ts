import { SECOND_MS, unixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { findOutgoing } from '../../../platform/chain/outgoing/find-outgoing.js'
import type { Context } from '../../../platform/context.js'
import { describePaid } from '../describe-paid.js'
import type { PaidRequest, Redeemed } from '../paid-request.js'
import { alreadyUsed, type Claim, inProgress, settlementPending } from './claim.js'
import { takeLook } from './claim-store.js'
import { isSameSecret } from './new-claim.js'
import { requestWaitMs, waitForClaim } from './wait-for-claim.js'

/** How long a repeated request waits until settlement has recorded its payment. */
const waitMs = 2_000
/** Between two looks at the chain that repeated requests cause. */
const lookEveryMs = SECOND_MS

type Repeated = {
  claim: Claim
  chain: Chain
  request: PaidRequest
  secretHash: Buffer | null
}

/**
 * Responds to a payment that was presented before. The payment is public once it is on chain, so it
 * repeats no response by itself: the request must be the same, and carry the secret of the first
 * one.
 *
 * @throws {AppError} `payment_in_progress`, `payment_already_used`, and `failed` with the reason
 *   `settlement_pending`.
 */
export async function replay(ctx: Context, repeated: Repeated): Promise<Redeemed> {
  const { claim } = repeated
  const { state, transactionHash, subscriptionId, updatedAt: settledAt } = claim
  if (state === 'claimed') throw inProgress()
  if (state === 'settling') return followSettling(ctx, repeated)
  if (state === 'settled' && isSameRequest(repeated) && transactionHash) {
    const sold = { subscriptionId, apiKey: null }
    const untilMs = performance.now() + waitMs
    return describePaid(ctx, { claim, transactionHash, sold, settledAt, untilMs, isRepeated: true })
  }
  if (state === 'failed' && claim.error !== null && transactionHash === null) {
    return { kind: 'refused', reason: claim.error }
  }
  throw alreadyUsed(claim)
}

/** Checks the chain for the caller of the first request. Others learn nothing. */
async function followSettling(ctx: Context, repeated: Repeated): Promise<Redeemed> {
  const { claim, chain } = repeated
  const now = ctx.now()
  const isFirstWaiting = now - claim.createdAt < requestWaitMs
  if (!isSameRequest(repeated)) throw isFirstWaiting ? inProgress() : settlementPending(null)

  // The request that finds the payment of a plan gets its key, so the first one goes first.
  const mayLook = claim.subject.kind === 'order' || !isFirstWaiting
  const look = { claim, now, before: unixMs(now - lookEveryMs) }
  if (mayLook && (await takeLook(ctx.db, look))) {
    return waitForClaim(ctx, { claim, chain, maxWaitMs: 0 })
  }
  const { transactionId: id } = claim
  const own = id === null ? null : await findOutgoing(ctx.db, { id })
  throw settlementPending({ claim, transactionHash: own?.hash ?? claim.transactionHash })
}

function isSameRequest({ claim, request, secretHash }: Repeated): boolean {
  return (
    claim.route === request.route &&
    claim.fingerprint.equals(request.fingerprint) &&
    isSameSecret(claim, secretHash)
  )
}
