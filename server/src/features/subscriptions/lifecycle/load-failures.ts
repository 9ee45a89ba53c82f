import type { TxContext } from '../../../platform/context.js'
import type { FailureCode } from '../charging/attempt/charge.js'
import { listNewestEvents } from '../charging/result/billing-event-store.js'
import type { Subscription } from '../subscription.js'

/** Loads why the last charges of subscriptions failed. Null for one that did not fail. */
export async function loadFailures(
  { db }: Pick<TxContext, 'db'>,
  subscriptions: readonly Subscription[],
): Promise<(subscription: Subscription) => FailureCode | null> {
  const failed = subscriptions.filter(({ lastChargeStatus }) => lastChargeStatus === 'failed')
  const events = await listNewestEvents(db, failed)
  const codes = new Map(events.map((event) => [event.subscriptionId, event.failureCode]))
  return ({ id }) => codes.get(id) ?? null
}
