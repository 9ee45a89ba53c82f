import type { Author } from '../../../auth/caller.js'
import { readKey } from '../../../auth/keys/read-key.js'
import { ensureMerchantSecret } from '../../../auth/merchants/ensure-merchant-secret.js'
import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import { listEnabledEndpoints, type SealedEndpoint } from '../endpoints/endpoint-store.js'
import { getEndpoint } from '../endpoints/get-endpoint.js'
import { openEndpointSecret } from '../endpoints/read-endpoint-secret.js'
import { requireWebhookUrl } from '../endpoints/require-webhook-url.js'
import type { TestWebhookBody } from './schemas.js'

/** Where a trial goes, and what signs it. */
export type TrialTarget = {
  url: string
  /** `null` for an address that is not registered. */
  endpointId: string | null
  extendedRetries: boolean
  secret: string
}

/**
 * Finds where a trial goes. It is signed as a real event would be: for a registered address with its secret, for any
 * other as for a receipt that whoever asks has made.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `conflict` when there is no copy of the key to sign with.
 */
export async function chooseTrialTarget(
  ctx: Context,
  { by, body }: { by: Author; body: Pick<TestWebhookBody, 'webhookId' | 'url'> },
): Promise<TrialTarget> {
  const { merchant } = by
  const { webhookId, url } = body
  if (webhookId !== undefined && url === undefined) {
    const endpoint = await getEndpoint(ctx, { merchant, id: webhookId })
    const { extendedRetries } = endpoint
    const secret = await secretOf(ctx, endpoint)
    return { url: endpoint.url, endpointId: webhookId, extendedRetries, secret }
  }
  if (url === undefined || webhookId !== undefined) {
    throw new AppError('invalid_input', 'Say either with webhookId or with url where it goes')
  }

  const target = await requireWebhookUrl(ctx, url)
  const secret = 'keyId' in by ? await keyOf(ctx, by) : await shopSecretOf(ctx, by)
  return { url: target, endpointId: null, extendedRetries: false, secret }
}

async function keyOf(ctx: Context, { merchant, keyId: id }: Extract<Author, { role: 'key' }>) {
  const key = await readKey(ctx, { merchant, id })
  if (key !== null) return key
  throw new AppError('conflict', 'There is no copy of this key to sign with. Use a newer one.')
}

async function shopSecretOf(ctx: Context, { merchant }: Author): Promise<string> {
  const [oldest] = await listEnabledEndpoints(ctx.db, [merchant])
  if (oldest) return secretOf(ctx, oldest)
  throw new AppError(
    'invalid_input',
    'There is nothing to sign with. Register a webhook at /api/webhooks first, or call this with a developer key.',
  )
}

async function secretOf(ctx: Context, endpoint: SealedEndpoint): Promise<string> {
  return openEndpointSecret(await ensureMerchantSecret(ctx, endpoint.merchant), endpoint)
}
