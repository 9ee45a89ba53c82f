import type { RunContractCheck } from '../../auth/contract-checks.js'
import { HOUR_MS, SECOND_MS } from '../../lib/time.js'
import type { Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import { type Claim, inProgress } from './claims/claim.js'
import { findClaim, insertClaim, reopenClaim } from './claims/claim-store.js'
import { hashSecret, isSameSecret, newClaim, nextTryAt } from './claims/new-claim.js'
import { replay } from './claims/replay.js'
import { isExpiredOnChain } from './claims/resolve-claim.js'
import { prepareExecuted, settleClaim } from './claims/settle-claim.js'
import { waitForClaim } from './claims/wait-for-claim.js'
import { readChain, reasons } from './facilitator/facilitator.js'
import { readAuthorizationState } from './facilitator/find-execution.js'
import { requireFacilitator } from './facilitator/require-facilitator.js'
import type { PaidRequest, Redeemed } from './paid-request.js'
import type { Proof } from './wire/read-proof.js'

/** A price holds for minutes. A signature that stays valid for longer could surprise the payer. */
const maxValidMs = HOUR_MS

type Presented = {
  request: PaidRequest
  proof: Proof
  /** A secret of the caller, by which the response can be repeated. */
  idempotencyKey: string | null
  runContractCheck: RunContractCheck
  /** How long to wait for a block. Defaults to 20 seconds. */
  maxWaitMs?: number
}

/**
 * Redeems the payment that a request carries: claims it, verifies it, settles it, and waits until
 * it is in a block. A payment that does not fit is refused with its reason, and nothing has moved.
 *
 * @throws {AppError} `payment_in_progress`, `payment_already_used`, `insufficient_stock`,
 *   `rate_limited`, `merchant_suspended`, `chain_unavailable`, and `failed` with the reason
 *   `settlement_pending` while the outcome is unknown.
 */
export async function redeem(ctx: Context, presented: Presented): Promise<Redeemed> {
  const settling = requireFacilitator(ctx)
  const { chain } = settling
  const { request, proof } = presented
  const key = {
    chainId: ctx.config.chainId,
    asset: request.token.address,
    payer: proof.payer,
    nonce: proof.nonce,
  }
  const secretHash = hashSecret(presented)
  const known = await findClaim(ctx.db, key)
  if (known && (await reopenIfExecuted(ctx, { ...presented, chain, claim: known }))) {
    const claim: Claim = { ...known, state: 'settling' }
    await prepareExecuted(ctx, { request, claim })
    // The payment is public now, so only the secret of the first request proves that this is its
    // caller.
    const mayIssueKey = isSameSecret(known, secretHash)
    return waitForClaim(ctx, { ...presented, chain, claim, mayIssueKey })
  }
  if (known) return replay(ctx, { claim: known, chain, request, secretHash })

  const found = await request.findTerms(proof)
  if (found.kind === 'refused') return found
  const { terms } = found
  if (isValidTooLong(ctx, proof)) return { kind: 'refused', reason: reasons.validBefore }
  const claim = await newClaim(ctx, { chain, request, proof, terms, secretHash })
  if (!(await insertClaim(ctx.db, { claim, nextTryAt: nextTryAt(ctx) }))) {
    const other = await findClaim(ctx.db, key)
    if (other) return replay(ctx, { claim: other, chain, request, secretHash })
    throw inProgress()
  }
  return settleClaim(ctx, { ...presented, ...settling, claim, terms })
}

/** Reopens a failed claim if its payment was executed: anyone may submit it while valid. */
async function reopenIfExecuted(
  ctx: Context,
  { chain, claim, request, runContractCheck }: Presented & { chain: Chain; claim: Claim },
): Promise<boolean> {
  const hasFailed = claim.state === 'failed' && claim.transactionHash === null
  if (!hasFailed || !claim.fingerprint.equals(request.fingerprint)) return false
  // Anyone may repeat a failed payment, and each time the node is read.
  const look = () => runContractCheck(() => readAuthorizationState(chain, claim))
  const { isUsed, block } = await readChain(ctx, look)
  if (!isUsed || isExpiredOnChain(block, claim)) return false
  return reopenClaim(ctx.db, { claim, now: ctx.now() })
}

function isValidTooLong({ now }: Pick<Context, 'now'>, { validBeforeSeconds }: Proof): boolean {
  return validBeforeSeconds * BigInt(SECOND_MS) > BigInt(now() + maxValidMs)
}
