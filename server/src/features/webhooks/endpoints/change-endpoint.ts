import type { Author } from '../../../auth/caller.js'
import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { failDeliveriesTo, listQueuesTo } from '../delivery-store.js'
import { describeEndpoint, type Endpoint } from '../endpoint.js'
import { lockQueues, removeEmptyQueues } from '../queue-store.js'
import {
  deleteEndpoint as deleteRow,
  findEndpoint,
  type SealedEndpoint,
  updateEndpoint as updateRow,
} from './endpoint-store.js'
import { requireWebhookUrl } from './require-webhook-url.js'
import type { UpdateWebhookBody } from './schemas.js'

/**
 * Updates the given settings of an endpoint. Pending deliveries keep their URL. Disabling the
 * endpoint fails them.
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

  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
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

    await updateRow(inTx.db, { endpoint, now: ctx.now() })
    if (!endpoint.isEnabled) await cancelDeliveries(inTx, { merchant, endpointId: id })
    await recordChange(inTx, { by, action: 'webhook.changed', target: id, before, after })
    return endpoint
  })
}

/**
 * Deletes an endpoint and fails its pending deliveries.
 *
 * @throws {AppError} `not_found`.
 */
export async function deleteEndpoint(
  ctx: Context,
  { by, id }: { by: Author; id: string },
): Promise<void> {
  const { merchant } = by
  await inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    const endpoint = await getEndpoint(inTx, { merchant, id })
    await deleteRow(inTx.db, { merchant, id })
    await cancelDeliveries(inTx, { merchant, endpointId: id })
    const before = describeEndpoint(endpoint)
    await recordChange(inTx, { by, action: 'webhook.deleted', target: id, before, after: null })
  })
}

const switchedOff = { httpStatus: null, error: 'webhook_switched_off', durationMs: 0 } as const

/** Fails the pending deliveries to an endpoint. Call it within a transaction. */
async function cancelDeliveries(
  ctx: Pick<TxContext, 'db' | 'now'>,
  endpoint: { merchant: Address; endpointId: string },
): Promise<void> {
  const queues = await listQueuesTo(ctx.db, endpoint)
  await lockQueues(ctx.db, queues)
  await failDeliveriesTo(ctx.db, { ...endpoint, reason: { ...switchedOff, at: ctx.now() } })
  await removeEmptyQueues(ctx.db, queues)
}

/**
 * Returns a merchant's endpoint.
 *
 * @throws {AppError} `not_found`.
 */
export async function getEndpoint(
  ctx: Pick<TxContext, 'db'>,
  name: { merchant: Address; id: string },
): Promise<SealedEndpoint> {
  const endpoint = await findEndpoint(ctx.db, name)
  if (!endpoint) throw new AppError('not_found', 'No webhook with this id exists.')
  return endpoint
}
