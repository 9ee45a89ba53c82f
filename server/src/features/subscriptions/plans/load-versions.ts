import type { TxContext } from '../../../platform/context.js'
import type { Subscription } from '../subscription.js'
import type { NamedVersion } from './plan.js'
import { listVersions } from './plan-version-store.js'

type SubscriptionRef = Pick<Subscription, 'id' | 'merchant' | 'planId' | 'version'>

/** Loads the versions of subscriptions, and returns a function that finds the version of each. */
export async function loadVersions(
  ctx: Pick<TxContext, 'db'>,
  subscriptions: readonly SubscriptionRef[],
): Promise<(subscription: SubscriptionRef) => NamedVersion> {
  const versions = await listVersions(ctx.db, subscriptions)
  const byKey = new Map(
    versions.map((version) => [
      `${version.merchant} ${version.planId} ${version.version}`,
      version,
    ]),
  )
  return ({ id, merchant, planId, version }) => {
    const planVersion = byKey.get(`${merchant} ${planId} ${version}`)
    if (!planVersion) throw new Error(`subscription ${id} has no version of a plan`)
    return planVersion
  }
}
