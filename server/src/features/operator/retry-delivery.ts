import type { OperatorPrincipal } from '../../auth/caller.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { redeliver } from '../webhooks/deliveries/redeliver.js'

/**
 * Sends a webhook of a merchant again, and returns the id of the delivery in canonical form.
 *
 * @throws {AppError} `not_found`, `conflict` when the delivery is unsigned or its webhook is deleted or disabled.
 */
export function retryDelivery(
  ctx: Context,
  { by, id }: { by: OperatorPrincipal; id: string },
): Promise<string> {
  return redeliver(ctx, {
    merchant: by.merchant,
    id,
    onRedeliver: (db, target) =>
      recordChange(
        { ...ctx, db },
        { by, action: 'webhook.redelivered', target, before: null, after: null },
      ),
  })
}
