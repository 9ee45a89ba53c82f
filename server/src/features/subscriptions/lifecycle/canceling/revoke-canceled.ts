import { HOUR_MS, MINUTE_MS, unixMs } from '../../../../lib/time.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import { findOutgoing } from '../../../../platform/chain/outgoing/find-outgoing.js'
import type { Outgoing } from '../../../../platform/chain/outgoing/outgoing.js'
import type { Context } from '../../../../platform/context.js'
import type { Job } from '../../../../platform/jobs/run-jobs.js'
import { readSubscriptionStates, watchMs } from './check-revoked.js'
import { planRevocations } from './plan-revocations.js'
import {
  confirmRevocation,
  findOldestPending,
  listDueRevocations,
  listSentRevocations,
  retryRevocation,
  type SentRevocation,
  settleRevocation,
  unconfirmRevocation,
} from './revocation-store.js'

const pageSize = 500
const maxPerRound = 5_000
const delayedAfterMs = HOUR_MS
const recentMs = HOUR_MS

/** Revokes the permissions of canceled subscriptions on chain, and records which are revoked. */
export const revokeCanceled: Job = {
  name: 'revoke-canceled',
  everyMs: MINUTE_MS,
  runsOn: ['subscriptions', 'outgoing-progress', 'clock'],
  async run(ctx, signal) {
    const { chain } = ctx
    if (!chain) return {}
    const confirmed = await collectRevocations(ctx, { chain, signal })
    let planned = 0
    for (let handled = 0; handled < maxPerRound && !signal.aborted; handled += pageSize) {
      const revocations = await listDueRevocations(ctx.db, { now: ctx.now(), limit: pageSize })
      planned += await planRevocations(ctx, { chain, revocations, signal })
      if (revocations.length < pageSize) break
    }
    await alertDelayed(ctx)
    return { confirmed, planned }
  },
}

/** The state of a transaction. `removed` when its block was removed, and it will be sent again. */
type Progress = 'open' | 'final' | 'removed' | 'failed'

/** Records the results of sent revocations. Returns how many were confirmed. */
async function collectRevocations(
  ctx: Context,
  { chain, signal }: { chain: Chain; signal: AbortSignal },
): Promise<number> {
  let confirmed = 0
  let after = ''
  while (!signal.aborted) {
    const revocations = await listSentRevocations(ctx.db, { after, limit: pageSize })
    const byTransaction = new Map<string, { outgoing: Outgoing | null; progress: Progress }>()
    for (const id of new Set(revocations.map(({ transactionId }) => transactionId))) {
      const outgoing = await findOutgoing(ctx.db, { id })
      byTransaction.set(id, { outgoing, progress: await readProgress(ctx, { chain, outgoing }) })
    }
    const final: SentRevocation[] = []
    for (const revocation of revocations) {
      const { outgoing = null, progress = 'failed' } =
        byTransaction.get(revocation.transactionId) ?? {}
      const isPending = revocation.subscription.onChain === 'pending'
      if (isPending && progress === 'final') final.push(revocation)
      else await followSent(ctx, { revocation, outgoing, progress })
    }
    confirmed += await confirmFinal(ctx, { chain, final })
    after = revocations.at(-1)?.subscription.id ?? ''
    if (revocations.length < pageSize) break
  }
  return confirmed
}

/**
 * Returns the state of a transaction. Compares the block of a recent one with the chain, because
 * the sender may not have seen a reorganization yet.
 */
async function readProgress(
  ctx: Context,
  { chain, outgoing }: { chain: Chain; outgoing: Outgoing | null },
): Promise<Progress> {
  if (!outgoing || outgoing.state === 'failed' || outgoing.state === 'reverted') return 'failed'
  if (outgoing.state !== 'final' || outgoing.blockNumber === null) return 'open'
  if (outgoing.stateSince < ctx.now() - recentMs) return 'final'
  const block = await chain.findBlock(outgoing.blockNumber)
  return block && block.hash !== outgoing.blockHash ? 'removed' : 'final'
}

/** Confirms revocations on chain. A final transaction without effect is of a reset chain. */
async function confirmFinal(
  ctx: Context,
  { chain, final }: { chain: Chain; final: readonly SentRevocation[] },
): Promise<number> {
  if (final.length === 0) return 0
  const subscriptions = final.map(({ subscription }) => subscription)
  let confirmed = 0
  for (const { subscription, state } of await readSubscriptionStates(ctx, {
    chain,
    subscriptions,
  })) {
    if (state?.isRevoked) {
      await confirmRevocation(ctx.db, subscription)
      confirmed += 1
      ctx.log.info({ subscriptionId: subscription.id }, 'cancellation confirmed on chain')
    } else if (state) {
      const revokeAt = unixMs(ctx.now() + MINUTE_MS)
      await retryRevocation(ctx.db, { ref: subscription, revokeAt, isFailed: true })
    }
  }
  return confirmed
}

/** Sends a revocation without effect again, and watches a confirmed one for reorganizations. */
async function followSent(
  ctx: Context,
  input: { revocation: SentRevocation; outgoing: Outgoing | null; progress: Progress },
): Promise<void> {
  const { outgoing, progress } = input
  const { subscription, attempts } = input.revocation
  if (progress === 'failed') {
    const revokeAt = unixMs(ctx.now() + Math.min(MINUTE_MS * 2 ** attempts, 6 * HOUR_MS))
    return retryRevocation(ctx.db, { ref: subscription, revokeAt, isFailed: true })
  }
  if (subscription.onChain !== 'confirmed') return
  if (progress !== 'final') {
    ctx.log.warn({ subscriptionId: subscription.id }, 'cancellation removed by a reorganization')
    return unconfirmRevocation(ctx.db, subscription)
  }
  const isOld = outgoing !== null && outgoing.stateSince < ctx.now() - watchMs
  if (isOld) await settleRevocation(ctx.db, subscription)
}

async function alertDelayed(ctx: Context): Promise<void> {
  const since = await findOldestPending(ctx.db)
  if (since === null || ctx.now() - since <= delayedAfterMs) {
    ctx.alerts.resolve('cancellations_delayed')
    return
  }
  ctx.alerts.raise({
    name: 'cancellations_delayed',
    message: 'cancellations of subscriptions have been waiting for the chain for over an hour',
    since,
  })
}
