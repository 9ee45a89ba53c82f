import { MINUTE_MS, unixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { revokePurchase } from '../../billing/revoke-purchase.js'
import { findFinalized } from '../../payments/expect-inclusion.js'
import type { Claim } from '../claims/claim.js'
import {
  failUnconfirmed,
  takeUnconfirmedClaims,
  updateUnconfirmedBlock,
} from '../claims/claim-store.js'
import { isExpiredOnChain } from '../claims/resolve-claim.js'
import { findExecution, readAuthorizationState } from '../facilitator/find-execution.js'
import { purchaseIdOf } from './plan-sale.js'

const batchSize = 100
/** The error of a claim whose payment a reorganization removed. */
const removedError = 'payment_removed'

/**
 * Looks again at payments of plans once their block is final. A plan is granted with the first
 * block, so one whose payment a reorganization removed for good ends here.
 */
export const confirmPlans: Job = {
  name: 'confirm-x402-plans',
  everyMs: MINUTE_MS,
  async run(ctx, signal) {
    const count = { final: 0, removed: 0, open: 0 }
    const { chain } = ctx
    const finalized = chain && (await findFinalized(ctx))
    if (!chain || finalized === null) return count
    for (let last = batchSize; last === batchSize && !signal.aborted; ) {
      const now = ctx.now()
      const due = { finalized, now, nextTryAt: unixMs(now + MINUTE_MS), limit: batchSize }
      const claims = await takeUnconfirmedClaims(ctx.db, due)
      last = claims.length
      for (const claim of claims) count[await confirm(ctx, { claim, chain, finalized })] += 1
    }
    return count
  },
}

type Confirmation = 'final' | 'removed' | 'open'
type UnconfirmedClaim = { claim: Claim; chain: Chain; finalized: bigint }

async function confirm(ctx: Context, unconfirmed: UnconfirmedClaim): Promise<Confirmation> {
  const { claim } = unconfirmed
  try {
    return await checkFinality(ctx, unconfirmed)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    ctx.log.warn({ err: error, nonce: claim.nonce }, 'the payment of a plan could not be confirmed')
    return 'open'
  }
}

async function checkFinality(
  ctx: Context,
  { claim, chain, finalized }: UnconfirmedClaim,
): Promise<Confirmation> {
  const { isUsed, block } = await readAuthorizationState(chain, claim)
  const use = isUsed ? await findExecution(chain, claim) : null
  if (use?.kind === 'paid') {
    const { blockNumber } = use.execution
    const isFinal = blockNumber <= finalized
    await updateUnconfirmedBlock(ctx.db, { claim, block: isFinal ? null : blockNumber })
    return isFinal ? 'final' : 'open'
  }
  // Until it expires, anyone may still submit it.
  const isGone = use?.kind === 'nonce_spent' || (use === null && isExpiredOnChain(block, claim))
  if (!isGone) return 'open'
  await revoke(ctx, claim)
  return 'removed'
}

async function revoke(ctx: Context, claim: Claim): Promise<void> {
  const { payer: wallet, transactionHash } = claim
  const revoked = await ctx.db.transaction(async (tx) => {
    if (!(await failUnconfirmed(tx, { claim, error: removedError, now: ctx.now() }))) return null
    return revokePurchase({ ...ctx, db: tx }, { wallet, purchaseId: purchaseIdOf(claim) })
  })
  if (!revoked) return
  const message = 'a reorganization removed the payment of a plan, which has ended'
  const { merchant, subscriptionId: key } = revoked
  ctx.alerts.raise({ name: 'plan_payment_removed', key, message, merchant, transactionHash })
}
