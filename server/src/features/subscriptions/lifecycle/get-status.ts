import type { Context } from '../../../platform/context.js'
import { loadVersions } from '../plans/load-versions.js'
import type { Subscription } from '../subscription.js'
import { describeSubscription, outlineSubscription } from './describe-subscription.js'
import { getSubscription } from './get-subscription.js'
import { listSubscriptions } from './list-store.js'
import { loadFailures } from './load-failures.js'
import { type StatusFilter, writeCursor } from './read-status-query.js'
import { mayReadAll, type ReadBy, requireMayList } from './status-access.js'

/**
 * Returns one subscription, or a page of those of a wallet, newest first. Of one subscription,
 * callers other than its customer and its merchant get an outline.
 *
 * @throws {AppError} `not_found`, `unauthorized`, `forbidden`.
 */
export async function getStatus(ctx: Context, { query, by }: { query: StatusFilter; by: ReadBy }) {
  if ('subscriptionId' in query) {
    const subscription = await getSubscription(ctx, query.subscriptionId)
    if (mayReadAll(subscription, by.caller)) {
      const describe = await createDescribe(ctx, [subscription])
      return { subscription: describe(subscription) }
    }
    const versionOf = await loadVersions(ctx, [subscription])
    return { subscription: outlineSubscription(subscription, versionOf(subscription)) }
  }
  const { named, filter, after, limit } = query
  const of = requireMayList(named, by)
  // One more than shown tells whether another page follows.
  const subscriptions = await listSubscriptions(ctx.db, { of, filter, after, limit: limit + 1 })
  const page = subscriptions.slice(0, limit)
  const last = subscriptions.length > limit ? page.at(-1) : undefined
  return {
    subscriptions: page.map(await createDescribe(ctx, page)),
    nextCursor: last ? writeCursor(last) : null,
  }
}

/** Loads the plans and failures of subscriptions, and returns a function that describes each of them. */
async function createDescribe(ctx: Context, subscriptions: readonly Subscription[]) {
  const now = ctx.now()
  const versionOf = await loadVersions(ctx, subscriptions)
  const failureOf = await loadFailures(ctx, subscriptions)
  return (subscription: Subscription) =>
    describeSubscription(subscription, {
      version: versionOf(subscription),
      lastFailure: failureOf(subscription),
      now,
    })
}
