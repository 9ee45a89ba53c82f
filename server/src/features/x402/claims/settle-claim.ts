import type { RunContractCheck } from '../../../auth/contract-checks.js'
import { isSignedByKey } from '../../../auth/wallet-signature.js'
import type { Hash } from '../../../lib/hex.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { type Facilitator, type Payment, readChain, reasons } from '../facilitator/facilitator.js'
import { readAuthorizationState } from '../facilitator/find-execution.js'
import { hashOf } from '../facilitator/transfer-authorization.js'
import type { PaidRequest, RedeemResult } from '../paid-request.js'
import { quoteExpired, type Terms } from '../terms.js'
import type { Proof } from '../wire/read-proof.js'
import { type Claim, inProgress } from './claim.js'
import { deleteClaim, endClaim, markSettling, saveReportedHash } from './claim-store.js'
import { saleOf } from './resolve-claim.js'
import { waitForClaim } from './wait-for-claim.js'

type ClaimedPayment = {
  claim: Claim
  request: Pick<PaidRequest, 'prepare'>
  proof: Proof
  terms: Terms
  facilitator: Facilitator
  chain: Chain
  runContractCheck: RunContractCheck
  maxWaitMs?: number
}

/**
 * Settles the payment of a new claim, and waits until it is in a block. Deletes the claim if the
 * payment is refused.
 *
 * @throws {AppError} `payment_in_progress`, `insufficient_stock`, `rate_limited`,
 *   `chain_unavailable`, and `failed` with the
 *   reason `settlement_pending` while the outcome is unknown.
 */
export async function settleClaim(ctx: Context, claimed: ClaimedPayment): Promise<RedeemResult> {
  const { chain, claim, facilitator, proof, terms } = claimed
  const payment = { proof, terms, merchant: saleOf(claim).budgetMerchantOf(claim) }
  const started = await start(ctx, { ...claimed, payment }).catch(async (error: unknown) => {
    await deleteClaim(ctx.db, claim)
    throw error
  })
  if (started.kind === 'refused') {
    await deleteClaim(ctx.db, claim)
    return started
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

type StartResult =
  | { kind: 'refused'; reason: string }
  | { kind: 'started'; transactionId: string | null }
  /** The authorization was executed before. */
  | { kind: 'executed'; transactionId: null }

/** Verifies a payment, holds its items, and plans its settlement, which survives a crash. */
async function start(
  ctx: Context,
  claimed: ClaimedPayment & { payment: Payment },
): Promise<StartResult> {
  const { claim, facilitator, payment, runContractCheck } = claimed
  if (payment.terms.isExpired)
    return refuseUnlessExecuted(ctx, { ...claimed, reason: quoteExpired })
  const verification = await facilitator.verify(ctx, { payment, runContractCheck })
  if (verification.kind === 'invalid')
    return refuseUnlessExecuted(ctx, { ...claimed, ...verification })
  await claimed.request.prepare?.(claim.subject)
  const started = await inTransaction(ctx, async (inTx): Promise<StartResult> => {
    const sale = await saleOf(claim).start(inTx, claim)
    if (sale.kind === 'refused') return sale
    const transactionId = await facilitator.plan(inTx, { payment, cost: verification.cost })
    await startSettling(inTx, { claim, transactionId })
    return { kind: 'started', transactionId }
  })
  return started.kind === 'refused'
    ? refuseUnlessExecuted(ctx, { ...claimed, ...started })
    : started
}

/** Refuses a payment unless it was executed: then money has moved. */
async function refuseUnlessExecuted(
  ctx: Context,
  claimed: ClaimedPayment & { reason: string },
): Promise<StartResult> {
  const { claim, reason } = claimed
  const isExecuted = reason === reasons.nonceUsed || (await isOnChain(ctx, claimed))
  if (!isExecuted) return { kind: 'refused', reason }
  await prepareExecuted(ctx, claimed)
  await startSettling(ctx, { claim, transactionId: null })
  return { kind: 'executed', transactionId: null }
}

/** Completes the sale of an executed payment. A failure must not stop its credit. */
export async function prepareExecuted(
  { log }: Pick<Context, 'log'>,
  { request, claim }: Pick<ClaimedPayment, 'request' | 'claim'>,
): Promise<void> {
  try {
    await request.prepare?.(claim.subject)
  } catch (error) {
    log.warn({ err: error, nonce: claim.nonce }, 'the lines of a paid order could not be restored')
  }
}

/** Returns whether the chain has executed a payment that fits the terms. */
async function isOnChain(
  ctx: Context,
  { chain, claim, proof, terms, runContractCheck }: ClaimedPayment,
): Promise<boolean> {
  if (proof.payTo !== terms.payTo || proof.units !== terms.units) return false
  const { payer: wallet, signature } = proof
  const check = async () => (await readAuthorizationState(chain, claim)).isUsed
  // Anyone can invent a signature, and each time the node is read.
  const isByKey = await isSignedByKey({ wallet, hash: await hashOf(terms, proof), signature })
  return readChain(ctx, () => (isByKey ? check() : runContractCheck(check)))
}

/** Marks the claim as settling, unless a job has taken it over. */
async function startSettling(
  ctx: Pick<Context, 'now'> & { db: Parameters<typeof markSettling>[0] },
  { claim, transactionId }: { claim: Claim; transactionId: string | null },
): Promise<void> {
  const isHeld = await markSettling(ctx.db, { claim, transactionId, now: ctx.now() })
  if (!isHeld) throw inProgress()
}

/** `submitted` when the payment is, or may be, on its way. The facilitator reports the hash. */
type SubmitResult =
  | { kind: 'submitted'; transactionHash: Hash | null }
  | { kind: 'refused'; reason: string }

/**
 * Has a remote facilitator submit the payment of a claim. It is refused only if the chain shows no
 * payment either; the claim of an order has failed then. Otherwise the chain decides, not the
 * facilitator.
 */
async function submitRemotely(
  ctx: Context,
  input: { claim: Claim; chain: Chain; facilitator: Facilitator; payment: Payment },
): Promise<SubmitResult> {
  const { claim, chain, facilitator, payment } = input
  const submission = await facilitator.submit(ctx, payment)
  if (submission.kind === 'submitted') {
    const { transactionHash } = submission
    if (transactionHash) await saveReportedHash(ctx.db, { claim, transactionHash })
    return submission
  }
  if (submission.kind === 'unknown' || (await mayBePaid(chain, claim))) {
    return { kind: 'submitted', transactionHash: null }
  }
  const { reason } = submission
  // It may still be executed. Then the address of an order credits it, but only the claim credits a
  // plan.
  if (claim.subject.kind === 'plan') return { kind: 'refused', reason }
  await ctx.db.transaction(async (tx) => {
    const ended = { state: 'failed', transactionHash: null, error: reason } as const
    if (!(await endClaim(tx, { claim, ...ended, subscriptionId: null, now: ctx.now() }))) return
    await saleOf(claim).release({ ...ctx, db: tx }, claim)
  })
  return { kind: 'refused', reason }
}

async function mayBePaid(chain: Chain, claim: Claim): Promise<boolean> {
  try {
    return (await readAuthorizationState(chain, claim)).isUsed
  } catch {
    return true
  }
}
