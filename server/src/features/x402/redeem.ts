import { createHash } from 'node:crypto'
import type { RunContractCheck } from '../../auth/contract-checks.js'
import { HOUR_MS, SECOND_MS, type UnixMs, unixMs } from '../../lib/time.js'
import type { Chain } from '../../platform/chain/chain.js'
import { findOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import type { Context } from '../../platform/context.js'
import { alreadyUsed, type Claim, inProgress, settlementPending } from './claims/claim.js'
import { findClaim, insertClaim, reopenClaim, takeLook } from './claims/claim-store.js'
import { isExpiredOnChain } from './claims/resolve-claim.js'
import { prepareExecuted, settleClaim } from './claims/settle-claim.js'
import { requestWaitMs, waitForClaim } from './claims/wait-for-claim.js'
import { describePaid } from './describe-paid.js'
import { readChain, reasons } from './facilitator/facilitator.js'
import { readAuthorizationState } from './facilitator/find-execution.js'
import { requireFacilitator } from './facilitator/require-facilitator.js'
import type { PaidRequest, RedeemResult } from './paid-request.js'
import type { Terms } from './terms.js'
import type { Proof } from './wire/read-proof.js'

/** A price holds for minutes. A signature that stays valid for longer could surprise the payer. */
const maxValidMs = HOUR_MS

type PresentedPayment = {
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
export async function redeem(ctx: Context, presented: PresentedPayment): Promise<RedeemResult> {
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
  const existing = await findClaim(ctx.db, key)
  if (existing && (await reopenIfExecuted(ctx, { ...presented, chain, claim: existing }))) {
    const claim: Claim = { ...existing, state: 'settling' }
    await prepareExecuted(ctx, { request, claim })
    // The payment is public now, so only the secret of the first request proves that this is its
    // caller.
    const mayIssueKey = isSameSecret(existing, secretHash)
    return waitForClaim(ctx, { ...presented, chain, claim, mayIssueKey })
  }
  if (existing) return replay(ctx, { claim: existing, chain, request, secretHash })

  const foundTerms = await request.findTerms(proof)
  if (foundTerms.kind === 'refused') return foundTerms
  const { terms } = foundTerms
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
  { chain, claim, request, runContractCheck }: PresentedPayment & { chain: Chain; claim: Claim },
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

/** How long a repeated request waits until settlement has recorded its payment. */
const waitMs = 2_000
/** Between two looks at the chain that repeated requests cause. */
const lookEveryMs = SECOND_MS

type RepeatedPayment = {
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
async function replay(ctx: Context, repeated: RepeatedPayment): Promise<RedeemResult> {
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
async function followSettling(ctx: Context, repeated: RepeatedPayment): Promise<RedeemResult> {
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
  const transaction = id === null ? null : await findOutgoing(ctx.db, { id })
  throw settlementPending({ claim, transactionHash: transaction?.hash ?? claim.transactionHash })
}

function isSameRequest({ claim, request, secretHash }: RepeatedPayment): boolean {
  return (
    claim.route === request.route &&
    claim.fingerprint.equals(request.fingerprint) &&
    isSameSecret(claim, secretHash)
  )
}

/** Its request resolves a claim itself for this long. Afterwards a job does. */
const requestMs = 60 * SECOND_MS

/**
 * Returns a claim of the payment in a request, as of the newest block.
 *
 * @throws {AppError} `chain_unavailable`.
 */
async function newClaim(
  ctx: Pick<Context, 'log' | 'now' | 'newId'>,
  input: {
    chain: Chain
    request: PaidRequest
    proof: Proof
    terms: Terms
    secretHash: Buffer | null
  },
): Promise<Claim> {
  const { chain, request, proof, terms } = input
  const head = await readChain(ctx, () => chain.findBlock('latest'))
  const now = ctx.now()
  return {
    chainId: terms.chainId,
    asset: terms.token.address,
    payer: proof.payer,
    nonce: proof.nonce,
    holder: ctx.newId('run'),
    state: 'claimed',
    route: request.route,
    fingerprint: request.fingerprint,
    idempotencyHash: input.secretHash,
    payTo: terms.payTo,
    units: terms.units,
    validBeforeSeconds: proof.validBeforeSeconds,
    subject: terms.subject,
    claimedAtBlock: head?.number ?? 0n,
    transactionId: null,
    transactionHash: null,
    error: null,
    subscriptionId: null,
    unconfirmedBlock: null,
    createdAt: now,
    updatedAt: now,
  }
}

/** Returns when a job takes over a claim that its request left open. */
function nextTryAt({ now }: Pick<Context, 'now'>): UnixMs {
  return unixMs(now() + requestMs)
}

/** Hashes the secret that repeats a response: the Idempotency-Key, or the payment's id. */
function hashSecret(input: { idempotencyKey: string | null; proof: Proof }): Buffer | null {
  const { idempotencyKey, proof } = input
  const secret = idempotencyKey ?? proof.paymentId
  return secret === null ? null : createHash('sha256').update(secret).digest()
}

/** Returns whether a secret is that of the request which made the claim. False without one. */
function isSameSecret(
  { idempotencyHash }: Pick<Claim, 'idempotencyHash'>,
  secretHash: Buffer | null,
): boolean {
  return idempotencyHash !== null && secretHash !== null && idempotencyHash.equals(secretHash)
}
