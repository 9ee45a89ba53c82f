import type { Author } from '../../../auth/caller.js'
import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import type { Context } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import type { Endpoint } from '../endpoint.js'
import { cancelDeliveries } from './cancel-deliveries.js'
import { describeEndpoint } from './describe-endpoint.js'
import { updateEndpoint as updateRow } from './endpoint-store.js'
import { getEndpoint } from './get-endpoint.js'
import { requireWebhookUrl } from './require-webhook-url.js'
import type { UpdateWebhookBody } from './schemas.js'

/**
 * Updates the given settings of an endpoint. Pending deliveries keep their URL. Disabling the endpoint fails them.
 *
 * @throws {AppError} `not_found`, `invalid_input` for an invalid URL.
 */
export async function updateEndpoint(
  ctx: Context,
  { by, id, body }: { by: Author; id: string; body: UpdateWebhookBody },
): Promise<Endpoint> {
  const { merchant } = by
  // Before the URL, so that unknown ids trigger no DNS lookups.
  await getEndpoint(ctx, { merchant, id })
  const url = body.url === undefined ? undefined : await requireWebhookUrl(ctx, body.url)

  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockMerchant(tx, merchant)
    const old: Endpoint = await getEndpoint(inTx, { merchant, id })
    const endpoint: Endpoint = {
      ...old,
      url: url ?? old.url,
      events: body.events ?? old.events,
      isEnabled: body.enabled ?? old.isEnabled,
      extendedRetries: body.extendedRetries ?? old.extendedRetries,
    }
    const [before, after] = [describeEndpoint(old), describeEndpoint(endpoint)]
    if (JSON.stringify(before) === JSON.stringify(after)) return old

    await updateRow(tx, { endpoint, now: ctx.now() })
    if (!endpoint.isEnabled) await cancelDeliveries(inTx, { merchant, endpointId: id })
    await recordChange(inTx, { by, action: 'webhook.changed', target: id, before, after })
    return endpoint
  })
}
