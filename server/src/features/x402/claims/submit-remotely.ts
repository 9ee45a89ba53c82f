import type { Hash } from '../../../lib/hex.js'
import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import type { Facilitator, Payment } from '../facilitator/facilitator.js'
import { readAuthorizationState } from '../facilitator/find-execution.js'
import { saleOf } from '../sale-of.js'
import type { Claim } from './claim.js'
import { endClaim, saveReportedHash } from './claim-store.js'

/** `submitted` when the payment is, or may be, on its way. The hash is what the facilitator says. */
type Submitted =
  | { kind: 'submitted'; transactionHash: Hash | null }
  | { kind: 'refused'; reason: string }

/**
 * Has a remote facilitator submit the payment of a claim. It is refused only if the chain shows no payment either; the claim
 * of an order has failed then. Otherwise the chain decides, not the facilitator.
 */
export async function submitRemotely(
  ctx: Context,
  input: { claim: Claim; chain: Chain; facilitator: Facilitator; payment: Payment },
): Promise<Submitted> {
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
  // It may still be executed. Then the address of an order credits it, but only the claim credits a plan.
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
