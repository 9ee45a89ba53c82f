import type { RunContractCheck } from '../../auth/contract-checks.js'
import { isSignedByKey } from '../../auth/wallet-signature.js'
import { HOUR_MS, SECOND_MS } from '../../lib/time.js'
import type { Chain } from '../../platform/chain/chain.js'
import type { Context } from '../../platform/context.js'
import type { Claim } from './claims/claim.js'
import { inProgress } from './claims/claim-errors.js'
import {
  deleteClaim,
  findClaim,
  insertClaim,
  markSettling,
  reopenClaim,
} from './claims/claim-store.js'
import { hashSecret, isSameSecret, newClaim, nextTryAt } from './claims/new-claim.js'
import { replay } from './claims/replay.js'
import { hasEnded } from './claims/resolve-claim.js'
import { submitRemotely } from './claims/submit-remotely.js'
import { waitForClaim } from './claims/wait-for-claim.js'
import { type Facilitator, type Payment, reasons } from './facilitator/facilitator.js'
import { readAuthorizationState } from './facilitator/find-execution.js'
import { readChain } from './facilitator/read-chain.js'
import { requireFacilitator } from './facilitator/require-facilitator.js'
import { hashOf } from './facilitator/transfer-authorization.js'
import type { PaidRequest, Redeemed } from './paid-request.js'
import { saleOf } from './sale-of.js'
import { quoteExpired, type Terms } from './terms.js'
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
 * Redeems the payment that a request carries: claims it, verifies it, settles it, and waits until it is in a block. A payment
 * that does not fit is refused with its reason, and nothing has moved.
 *
 * @throws {AppError} `payment_in_progress`, `payment_already_used`, `insufficient_stock`, `rate_limited`,
 *   `chain_unavailable`, and `failed` with the reason `settlement_pending` while the outcome is unknown.
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
  if (known && (await isRevived(ctx, { ...presented, chain, claim: known }))) {
    const claim: Claim = { ...known, state: 'settling' }
    // The payment is public now, so only the secret of the first request proves that this is its caller.
    const isLive = isSameSecret(known, secretHash)
    return waitForClaim(ctx, { ...presented, chain, claim, isLive })
  }
  if (known) return replay(ctx, { claim: known, chain, request, secretHash })

  const found = await request.findTerms(proof)
  if (found.kind === 'refused') return found
  const { terms } = found
  if (isTooLong(ctx, proof)) return refused(reasons.validBefore)
  const claim = await newClaim(ctx, { chain, request, proof, terms, secretHash })
  if (!(await insertClaim(ctx.db, { claim, nextTryAt: nextTryAt(ctx) }))) {
    const other = await findClaim(ctx.db, key)
    if (other) return replay(ctx, { claim: other, chain, request, secretHash })
    throw inProgress()
  }
  return settleClaim(ctx, { ...presented, ...settling, claim, terms })
}

/** Reopens a failed claim if its payment was executed all the same. Anyone may submit it until its time is over. */
async function isRevived(
  ctx: Context,
  { chain, claim, request, runContractCheck }: Presented & { chain: Chain; claim: Claim },
): Promise<boolean> {
  const hasFailed = claim.state === 'failed' && claim.transactionHash === null
  if (!hasFailed || !claim.fingerprint.equals(request.fingerprint)) return false
  // Anyone may repeat a failed payment, and each time the node is read.
  const look = () => runContractCheck(() => readAuthorizationState(chain, claim))
  const { isUsed, block } = await readChain(ctx, look)
  if (!isUsed || hasEnded(block, claim)) return false
  return reopenClaim(ctx.db, { claim, now: ctx.now() })
}

type Claimed = Presented & { facilitator: Facilitator; chain: Chain; claim: Claim; terms: Terms }

async function settleClaim(ctx: Context, claimed: Claimed): Promise<Redeemed> {
  const { chain, claim, facilitator, proof, terms } = claimed
  const payment = { proof, terms, merchant: saleOf(claim).merchantOf(claim) }
  const started = await start(ctx, { ...claimed, payment }).catch(async (error: unknown) => {
    await deleteClaim(ctx.db, claim)
    throw error
  })
  if (started.kind === 'refused') {
    await deleteClaim(ctx.db, claim)
    return refused(started.reason)
  }
  const { transactionId } = started
  const current: Claim = { ...claim, state: 'settling', transactionId }
  if (started.kind === 'executed' || transactionId !== null) {
    return waitForClaim(ctx, { ...claimed, claim: current })
  }
  const submitted = await submitRemotely(ctx, { claim: current, chain, facilitator, payment })
  if (submitted.kind === 'refused') return submitted
  const { transactionHash } = submitted
  return waitForClaim(ctx, { ...claimed, claim: { ...current, transactionHash } })
}

type Started =
  | { kind: 'refused'; reason: string }
  | { kind: 'started'; transactionId: string | null }
  /** The authorization was executed before. */
  | { kind: 'executed'; transactionId: null }

/** Verifies a payment, holds what it buys, and plans its settlement. From then on the claim survives a crash. */
async function start(ctx: Context, claimed: Claimed & { payment: Payment }): Promise<Started> {
  const { claim, facilitator, payment, runContractCheck } = claimed
  if (payment.terms.isExpired)
    return refuseUnlessExecuted(ctx, { ...claimed, reason: quoteExpired })
  const verification = await facilitator.verify(ctx, { payment, runContractCheck })
  if (verification.kind === 'invalid')
    return refuseUnlessExecuted(ctx, { ...claimed, ...verification })
  const started = await ctx.db.transaction(async (tx): Promise<Started> => {
    const inTx = { ...ctx, db: tx }
    const sale = await saleOf(claim).start(inTx, claim)
    if (sale.kind === 'refused') return sale
    const transactionId = await facilitator.plan(inTx, { payment, cost: verification.cost })
    await requireHeld(inTx, { claim, transactionId })
    return { kind: 'started', transactionId }
  })
  return started.kind === 'refused'
    ? refuseUnlessExecuted(ctx, { ...claimed, ...started })
    : started
}

/** Refuses a payment unless it was executed. Then money has moved, whatever the facilitator says. */
async function refuseUnlessExecuted(
  ctx: Context,
  claimed: Claimed & { reason: string },
): Promise<Started> {
  const { claim, reason } = claimed
  const isExecuted = reason === reasons.nonceUsed || (await isOnChain(ctx, claimed))
  if (!isExecuted) return { kind: 'refused', reason }
  await requireHeld(ctx, { claim, transactionId: null })
  return { kind: 'executed', transactionId: null }
}

/** Returns whether the chain has executed a payment that fits the terms. */
async function isOnChain(
  ctx: Context,
  { chain, claim, proof, terms, runContractCheck }: Claimed,
): Promise<boolean> {
  if (proof.payTo !== terms.payTo || proof.units !== terms.units) return false
  const { payer: wallet, signature } = proof
  const look = async () => (await readAuthorizationState(chain, claim)).isUsed
  // Anyone can invent a signature, and each time the node is read.
  const isByKey = await isSignedByKey({ wallet, hash: await hashOf(terms, proof), signature })
  return readChain(ctx, () => (isByKey ? look() : runContractCheck(look)))
}

async function requireHeld(
  ctx: Pick<Context, 'now'> & { db: Parameters<typeof markSettling>[0] },
  { claim, transactionId }: { claim: Claim; transactionId: string | null },
): Promise<void> {
  const isOurs = await markSettling(ctx.db, { claim, transactionId, now: ctx.now() })
  if (!isOurs) throw inProgress()
}

function isTooLong({ now }: Pick<Context, 'now'>, { validBeforeSeconds }: Proof): boolean {
  return validBeforeSeconds * BigInt(SECOND_MS) > BigInt(now() + maxValidMs)
}

function refused(reason: string): Redeemed {
  return { kind: 'refused', reason }
}
