import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import {
  type PermissionState,
  readPermissionStates,
} from '../charging/attempt/read-permission-states.js'
import { loadVersions } from '../plans/load-versions.js'
import type { BillingPlanVersion } from '../plans/plan.js'
import type { Subscription } from '../subscription.js'

/** A subscription with its version. `state` is null where a contract did not respond as expected. */
export type ShownSubscription = {
  subscription: Subscription
  version: BillingPlanVersion
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
