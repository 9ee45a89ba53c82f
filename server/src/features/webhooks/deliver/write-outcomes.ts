import type { Context } from '../../../platform/context.js'
import { lockQueues } from '../queue-store.js'
import type { ClaimedDelivery } from './claimed-delivery.js'
import type { Outcome } from './classify-attempt.js'
import { addRetryQueues, releaseQueues, settleOutcomes } from './settle-store.js'

/**
 * Writes the outcomes of attempts and releases their queues. It skips deliveries that another process has claimed since:
 * that process sends them again. Returns whether another delivery is now first in a queue.
 */
export async function writeOutcomes(
  ctx: Pick<Context, 'db'>,
  outcomes: readonly Outcome[],
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const isOurs = await lockClaims(
      tx,
      outcomes.map(({ claimed }) => claimed),
    )
    const ours = outcomes.filter(({ claimed }) => isOurs(claimed))
    if (ours.length === 0) return false
    const isMore = await settleOutcomes(tx, ours)
    const moved = ours.flatMap(({ movesTo, afterMs }) =>
      movesTo ? [{ queue: movesTo, afterMs }] : [],
    )
    await addRetryQueues(tx, moved)
    return isMore
  })
}

/** Releases claimed deliveries that were not sent. */
export async function releaseClaims(
  ctx: Pick<Context, 'db'>,
  claimed: readonly ClaimedDelivery[],
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isOurs = await lockClaims(tx, claimed)
    await releaseQueues(tx, claimed.filter(isOurs))
  })
}

/** Locks the queues of claimed deliveries. The returned function reports whether a claim still holds. */
async function lockClaims(
  db: Parameters<typeof lockQueues>[0],
  claimed: readonly ClaimedDelivery[],
): Promise<(claimed: ClaimedDelivery) => boolean> {
  const locked = await lockQueues(db, claimed)
  const leases = new Map(
    locked.map(({ merchant, queueKey, leasedBy }) => [`${merchant} ${queueKey}`, leasedBy]),
  )
  return ({ merchant, queueKey, lease }) => leases.get(`${merchant} ${queueKey}`) === lease
}
