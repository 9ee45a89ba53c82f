import { DAY_MS, MINUTE_MS, unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import type { PermissionState } from '../charging/attempt/read-permission-states.js'
import { scheduleCheck } from '../lifecycle/canceling/revocation-store.js'
import { recordSubscriptionEvent } from '../record-subscription-event.js'
import type { Subscription } from '../subscription.js'
import { lockSubscription, updateSubscription } from '../subscription-store.js'
import { timesOf } from '../times-of.js'

/** A revocation is watched this long for a reorganization. */
export const watchMs = DAY_MS
export const checkAgainMs = 10 * MINUTE_MS

/**
 * Checks a subscription that ended because its customer revoked the permission. If a reorganization
 * removed the revocation, it is active again. Otherwise looks again later, for a day.
 */
export async function checkRevoked(
  ctx: Context,
  { subscription, state }: { subscription: Subscription; state: PermissionState | null },
): Promise<void> {
  const now = ctx.now()
  const isRemoved = state !== null && !state.isRevoked
  const isWatched = now < subscription.updatedAt + watchMs
  const at = isWatched && !isRemoved ? unixMs(now + checkAgainMs) : null
  await ctx.db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, subscription)
    if (locked?.status !== 'revoked') return
    await scheduleCheck(tx, { ref: locked, at })
    if (!isRemoved) return
    const active = { status: 'active', failedAttempts: 0, pausedAt: null } as const
    const changed = { ...locked, ...active, updatedAt: now }
    const restored = { ...changed, ...timesOf(changed, now) }
    await updateSubscription(tx, restored)
    const event = { kind: 'subscription.resumed', subscription: restored } as const
    await recordSubscriptionEvent({ ...ctx, db: tx }, event)
    tx.afterCommit(() => ctx.wakeups.wake('subscriptions'))
    ctx.log.warn({ subscriptionId: locked.id }, 'revocation removed by a reorganization')
  })
}
