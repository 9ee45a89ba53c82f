import type { Author } from '../../../auth/caller.js'
import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import type { Subscription } from '../subscription.js'
import { changeSubscription } from './change-subscription.js'
import { getSubscription } from './get-subscription.js'

/**
 * Pauses or resumes a subscription for its merchant. Repeating it changes nothing.
 *
 * @throws {AppError} `not_found`, `forbidden`, `conflict`.
 */
export async function pauseSubscription(
  ctx: Context,
  { by, id, change }: { by: Author; id: string; change: 'paused' | 'resumed' },
): Promise<Subscription> {
  const { merchant } = by
  const subscription = await getSubscription(ctx, id)
  if (subscription.merchant !== merchant) {
    throw new AppError(
      'forbidden',
      'This subscription belongs to another merchant. Use a key of that merchant.',
    )
  }
  return changeSubscription(ctx, {
    ref: { merchant, id },
    change,
    onChange: (inTx, { before, after }) =>
      recordChange(inTx, {
        by,
        action: `subscription.${change}`,
        target: id,
        before: { status: before.status },
        after: { status: after.status },
      }),
  })
}
