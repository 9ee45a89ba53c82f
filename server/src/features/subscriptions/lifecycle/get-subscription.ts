import { AppError } from '../../../lib/errors.js'
import type { TxContext } from '../../../platform/context.js'
import type { Subscription } from '../subscription.js'
import { findSubscription } from '../subscription-store.js'

/**
 * Returns the subscription of any merchant with this id.
 *
 * @throws {AppError} `not_found`.
 */
export async function getSubscription(
  ctx: Pick<TxContext, 'db'>,
  id: string,
): Promise<Subscription> {
  const subscription = await findSubscription(ctx.db, id)
  if (!subscription) throw noSubscription()
  return subscription
}

export function noSubscription(): AppError {
  return new AppError('not_found', 'No subscription with this id exists.')
}
