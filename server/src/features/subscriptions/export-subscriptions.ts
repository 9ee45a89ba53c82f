import type { ExportPersonalData } from '../../platform/personal-data.js'
import { describeSubscription } from './describe-subscription.js'
import { loadVersions } from './plans/load-versions.js'
import { listOfCustomer } from './subscription-store.js'

/** More than a person has with one merchant. */
const limit = 500

/**
 * Returns the subscriptions of a customer. They hold the wallet and its signature, which the chain shows too, and nothing
 * else about the customer. So there is nothing to erase.
 */
export const exportSubscriptions: ExportPersonalData = async (
  ctx,
  { merchant, wallet, includesBuyer },
) => {
  if (!includesBuyer || !wallet) return {}
  const subscriptions = await listOfCustomer(ctx.db, { merchant, customer: wallet, limit })
  const versionOf = await loadVersions(ctx, subscriptions)
  const now = ctx.now()
  return {
    subscriptions: subscriptions.map((subscription) =>
      describeSubscription(subscription, { version: versionOf(subscription), now }),
    ),
  }
}
