import type { Context } from '../../platform/context.js'
import { describeSubscription } from './describe-subscription.js'
import { getSubscription } from './get-subscription.js'
import { loadVersions } from './plans/load-versions.js'
import { type StatusFilter, writeCursor } from './read-status-query.js'
import type { Subscription } from './subscription.js'
import { listSubscriptions } from './subscription-store.js'

/**
 * Returns one subscription, or a page of those of a wallet, newest first.
 *
 * @throws {AppError} `not_found`.
 */
export async function getStatus(ctx: Context, filter: StatusFilter) {
  if ('subscriptionId' in filter) {
    const found = await getSubscription(ctx, filter.subscriptionId)
    const describe = await createDescribe(ctx, [found])
    return { subscription: describe(found) }
  }
  const { of, after, limit } = filter
  // One more than shown tells whether another page follows.
  const found = await listSubscriptions(ctx.db, { of, after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    subscriptions: shown.map(await createDescribe(ctx, shown)),
    nextCursor: last ? writeCursor(last) : null,
  }
}

/** Loads the plans of subscriptions, and returns a function that describes each of them. */
async function createDescribe(ctx: Context, subscriptions: readonly Subscription[]) {
  const now = ctx.now()
  const versionOf = await loadVersions(ctx, subscriptions)
  return (subscription: Subscription) =>
    describeSubscription(subscription, { version: versionOf(subscription), now })
}
