import type { Author } from '../../../auth/caller.js'
import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import { invalidInput } from '../../../lib/errors.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { maxOfMerchant } from '../../../platform/limits/max-of.js'
import { recordChange } from '../../audit/record-change.js'
import { defaultEventKinds } from '../../events/event.js'
import { describeEndpoint, type Endpoint } from '../endpoint.js'
import { createSealedSecret } from '../secrets/sealed-secrets.js'
import { insertEndpoint, listEndpoints } from './endpoint-store.js'
import { requireWebhookUrl } from './require-webhook-url.js'
import type { CreateWebhookBody } from './schemas.js'

/**
 * Creates an endpoint for a merchant's events. The signing secret is shown once: it is `null` when
 * an earlier request with the same id created the endpoint.
 *
 * @throws {AppError} `invalid_input` for an invalid URL or too many endpoints.
 */
export async function createEndpoint(
  ctx: Context,
  /** Repetitions of a request have the same id. */
  { by, id, body }: { by: Author; id: string; body: CreateWebhookBody },
): Promise<{ endpoint: Endpoint; secret: string | null }> {
  const { merchant } = by
  const { events = defaultEventKinds, enabled = true, extendedRetries = false } = body
  const url = await requireWebhookUrl(ctx, body.url)

  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    const endpoints = await listEndpoints(inTx.db, merchant)
    const others = endpoints.filter((endpoint) => endpoint.id !== id)
    const maxEndpoints = maxOfMerchant(ctx.config, 'webhooks', merchant)
    if (others.length >= maxEndpoints) {
      throw invalidInput(
        `You have reached the limit of ${maxEndpoints} webhooks. Delete one first.`,
      )
    }
    const repeated = endpoints.find((endpoint) => endpoint.id === id)
    if (repeated) return { endpoint: repeated, secret: null }

    const { secret, sealedSecret } = await createSealedSecret(inTx, { merchant, id })
    const settings = { url, events, isEnabled: enabled, extendedRetries }
    const endpoint = { merchant, id, ...settings, createdAt: ctx.now() }
    await insertEndpoint(inTx.db, { ...endpoint, sealedSecret })
    const after = describeEndpoint(endpoint)
    await recordChange(inTx, { by, action: 'webhook.created', target: id, before: null, after })
    return { endpoint, secret }
  })
}
