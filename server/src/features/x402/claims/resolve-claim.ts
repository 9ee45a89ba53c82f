import { assertNever } from '../../../lib/errors.js'
import type { Hash } from '../../../lib/hex.js'
import { SECOND_MS, type UnixMs } from '../../../lib/time.js'
import type { Block, Chain } from '../../../platform/chain/chain.js'
import { findOutgoing, listEndedOutgoing } from '../../../platform/chain/outgoing/find-outgoing.js'
import type { Outgoing } from '../../../platform/chain/outgoing/outgoing.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { reasons } from '../facilitator/facilitator.js'
import {
  type Execution,
  findExecution,
  readAuthorizationState,
} from '../facilitator/find-execution.js'
import { orderSale } from '../orders/order-sale.js'
import { planSale } from '../plans/plan-sale.js'
import type { Sale, Sold } from '../sale.js'
import type { Claim } from './claim.js'
import { endClaim, findClaim, lockClaim } from './claim-store.js'

/** The state of a claim whose money may move. */
export type Resolution =
  | { kind: 'pending'; transactionHash: Hash | null }
  | { kind: 'settled'; transactionHash: Hash; sold: Sold; settledAt: UnixMs }
  | { kind: 'failed'; reason: string }
  /** Our transaction failed, but others can still submit the payment, so the claim stays open. */
  | { kind: 'unpaid'; reason: string }
  /** It was paid before it was claimed, so its proof was public. */
  | { kind: 'proof_public' }

/** A reorganization may replace the newest blocks by earlier ones. */
const marginSeconds = 60n
/** How far a node may be behind the one that refused to execute a transaction. */
const lagMs = 2 * SECOND_MS

/**
 * Finds the outcome of a claim that is settling, and records it once. Any process may call it at
 * any time.
 *
 * @throws when the chain does not respond.
 */
export async function resolveClaim(
  ctx: Context,
  { claim, chain, mayIssueKey }: { claim: Claim; chain: Chain; mayIssueKey: boolean },
): Promise<Resolution> {
  const outcome = await findOutcome(ctx, { claim, chain })
  switch (outcome.kind) {
    case 'pending':
    case 'unpaid':
      return outcome
    case 'included':
      return recordPaid(ctx, { ...outcome, claim, mayIssueKey })
    case 'failed':
      return recordFailed(ctx, { claim, reason: outcome.reason })
    default:
      return assertNever(outcome)
  }
}

type Outcome =
  | { kind: 'pending'; transactionHash: Hash | null }
  /** `isOwn` when our transaction paid. */
  | { kind: 'included'; execution: Execution; isOwn: boolean }
  | { kind: 'unpaid'; reason: string }
  | { kind: 'failed'; reason: string }

async function findOutcome(
  ctx: Context,
  { claim, chain }: { claim: Claim; chain: Chain },
): Promise<Outcome> {
  const { transactionId } = claim
  const ourTransaction =
    transactionId === null ? null : await findOutgoing(ctx.db, { id: transactionId })
  const pending = {
    kind: 'pending',
    transactionHash: ourTransaction ? ourTransaction.hash : claim.transactionHash,
  } as const
  if (ourTransaction && ['planned', 'signed', 'sent'].includes(ourTransaction.state)) return pending
  if (
    ourTransaction?.hash &&
    ourTransaction.blockNumber !== null &&
    ['mined', 'final'].includes(ourTransaction.state)
  ) {
    const execution = {
      transactionHash: ourTransaction.hash,
      blockNumber: ourTransaction.blockNumber,
    }
    return { kind: 'included', execution, isOwn: true }
  }
  // Anyone may submit the authorization, so a failure of ours decides nothing.
  const { isUsed, block } = await readAuthorizationState(chain, claim)
  if (isUsed) {
    const use = await findExecution(chain, claim)
    if (use.kind === 'paid') return { kind: 'included', execution: use.execution, isOwn: false }
    return use.kind === 'nonce_spent' || isExpiredOnChain(block, claim)
      ? { kind: 'failed', reason: reasons.nonceUsed }
      : pending
  }
  const reason = reasons.transactionFailed
  if (isExpiredOnChain(block, claim)) return { kind: 'failed', reason }
  if (!ourTransaction || !(await isFailureFinal(ctx, { ourTransaction, block }))) return pending
  // A late payment of an order is credited by its address, but one of a plan only by its claim.
  return { kind: claim.subject.kind === 'order' ? 'failed' : 'unpaid', reason }
}

/**
 * Returns whether a transaction of ours that failed stays so, and whether the block that was read
 * is recent enough to show why. Before that, a reorganization may execute it, or another
 * transaction may have paid.
 */
async function isFailureFinal(
  ctx: Pick<Context, 'db' | 'now'>,
  { ourTransaction, block }: { ourTransaction: Outgoing; block: Block },
): Promise<boolean> {
  const [ended] = await listEndedOutgoing(ctx.db, [ourTransaction.id])
  if (!ended) return false
  if (ended.blockNumber !== null) return block.number >= ended.blockNumber
  return ctx.now() - ended.stateSince >= lagMs
}

/**
 * Returns whether no block after this one can execute the authorization. Our clock does not decide
 * that: a chain that has stopped resumes with the time at which it stopped.
 */
export function isExpiredOnChain(
  { timestampSeconds }: Pick<Block, 'timestampSeconds'>,
  { validBeforeSeconds }: Pick<Claim, 'validBeforeSeconds'>,
): boolean {
  return timestampSeconds > validBeforeSeconds + marginSeconds
}

async function recordPaid(
  ctx: Context,
  input: { claim: Claim; execution: Execution; isOwn: boolean; mayIssueKey: boolean },
): Promise<Resolution> {
  const { claim, execution, isOwn, mayIssueKey } = input
  const { transactionHash } = execution
  return inTransaction(ctx, async (inTx): Promise<Resolution> => {
    const current = await lockClaim(inTx.db, claim)
    if (current?.state !== 'settling') return describeRecorded(current)
    const isSubmittedByUs = isOwn || transactionHash === current.transactionHash
    const sold = await saleOf(current).complete(inTx, {
      claim: current,
      execution,
      mayIssueKey,
      isSubmittedByUs,
    })
    const settledAt = ctx.now()
    await endClaim(inTx.db, {
      claim,
      state: sold ? 'settled' : 'failed',
      transactionHash,
      error: sold ? null : publicError,
      subscriptionId: sold?.subscriptionId ?? null,
      // Settlement follows the payment of an order, but nothing else that of a plan.
      unconfirmedBlock: current.subject.kind === 'plan' ? execution.blockNumber : null,
      now: settledAt,
    })
    return sold ? { kind: 'settled', transactionHash, sold, settledAt } : { kind: 'proof_public' }
  })
}

async function recordFailed(
  ctx: Context,
  { claim, reason }: { claim: Claim; reason: string },
): Promise<Resolution> {
  return inTransaction(ctx, async (inTx): Promise<Resolution> => {
    const isEnded = await endClaim(inTx.db, {
      claim,
      state: 'failed',
      transactionHash: null,
      error: reason,
      subscriptionId: null,
      now: ctx.now(),
    })
    if (!isEnded) return describeRecorded(await findClaim(inTx.db, claim))
    await saleOf(claim).release(inTx, claim)
    return { kind: 'failed', reason }
  })
}

/** The error of a claim whose payment was made before it was claimed. */
const publicError = 'payment_already_used'

/** Returns the resolution that another process recorded. */
function describeRecorded(claim: Claim | null): Resolution {
  if (claim?.state === 'settled' && claim.transactionHash) {
    const { transactionHash, subscriptionId, updatedAt: settledAt } = claim
    return { kind: 'settled', transactionHash, sold: { subscriptionId, apiKey: null }, settledAt }
  }
  if (claim?.error === publicError) return { kind: 'proof_public' }
  return { kind: 'failed', reason: claim?.error ?? reasons.transactionFailed }
}

/** Returns the sale that a claim pays. */
export function saleOf({ subject }: Claim): Sale {
  return subject.kind === 'order' ? orderSale : planSale
}
