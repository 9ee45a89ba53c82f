import { DAY_MS, MINUTE_MS, unixMs } from '../../../../lib/time.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import type { Context } from '../../../../platform/context.js'
import {
  type PermissionState,
  readPermissionStates,
} from '../../charging/attempt/read-permission-states.js'
import { timesOf } from '../../periods.js'
import { loadVersions } from '../../plans/load-versions.js'
import type { NamedVersion } from '../../plans/plan.js'
import { recordSubscriptionEvent } from '../../record-subscription-event.js'
import type { Subscription } from '../../subscription.js'
import { lockSubscription, updateSubscription } from '../../subscription-store.js'
import { scheduleCheck } from './revocation-store.js'

/** A revocation is watched this long for a reorganization. */
export const watchMs = DAY_MS
export const checkAgainMs = 10 * MINUTE_MS

/**
 * Checks a subscription that ended because its customer revoked the permission. If a reorganization
 * removed the revocation, it is active or paused again. Otherwise looks again later, for a day.
 */
export async function checkRevoked(
  ctx: Context,
  { subscription, state }: { subscription: Subscription; state: PermissionState | null },
): Promise<void> {
  const now = ctx.now()
  const isRemoved = state !== null && !state.isRevoked
  const isWatched = now < subscription.updatedAt + watchMs
  const revokeAt = isWatched && !isRemoved ? unixMs(now + checkAgainMs) : null
  await ctx.db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, subscription)
    if (locked?.status !== 'revoked') return
    await scheduleCheck(tx, { ref: locked, revokeAt })
    if (!isRemoved) return
    const status = locked.pausedAt === null ? 'active' : 'paused'
    const changed = { ...locked, status, failedAttempts: 0, updatedAt: now } as const
    const restored = { ...changed, ...timesOf(changed, now) }
    await updateSubscription(tx, restored)
    const kind = status === 'paused' ? 'subscription.paused' : 'subscription.resumed'
    await recordSubscriptionEvent({ ...ctx, db: tx }, { kind, subscription: restored })
    tx.afterCommit(() => ctx.wakeups.wake('subscriptions'))
    ctx.log.warn({ subscriptionId: locked.id }, 'revocation removed by a reorganization')
  })
}

/** A subscription with its version. `state` is null if a contract did not respond as expected. */
type ShownSubscription = {
  subscription: Subscription
  version: NamedVersion
  state: PermissionState | null
}

/** Reads the permissions of subscriptions in the newest block, in the given order. */
export async function readSubscriptionStates(
  ctx: Pick<Context, 'db'>,
  { chain, subscriptions }: { chain: Chain; subscriptions: readonly Subscription[] },
): Promise<ShownSubscription[]> {
  const versionOf = await loadVersions(ctx, subscriptions)
  const states = await readPermissionStates(
    chain,
    subscriptions.map((subscription) => ({
      permission: subscription.permission,
      manager: versionOf(subscription).manager,
    })),
  )
  return subscriptions.map((subscription, index) => ({
    subscription,
    version: versionOf(subscription),
    state: states[index] ?? null,
  }))
}
