import type { Author } from '../../../auth/caller.js'
import { readKey } from '../../../auth/keys/issue-key.js'
import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import { listEnabledEndpoints } from '../endpoints/endpoint-store.js'
import { getEndpoint } from '../endpoints/get-endpoint.js'
import { requireWebhookUrl } from '../endpoints/require-webhook-url.js'
import { createSigningSecrets, type Secrets } from '../publish/signing-secrets.js'
import type { WebhookKind } from '../webhook-kind.js'
import type { TestWebhookBody } from './schemas.js'

/** The address of a test event, and the secret that signs it. */
export type TestTarget = {
  url: string
  /** `null` for a URL that is not a registered webhook. */
  endpointId: string | null
  extendedRetries: boolean
  /** The kinds that the endpoint receives. Empty for any other URL. */
  kinds: readonly WebhookKind[]
  /** The newest first. */
  secrets: Secrets
}

/**
 * Returns the target of a test event. It is signed like a real event: for an endpoint with its secret, for any other URL
 * as for a receipt of the caller.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `conflict` when no copy of the key exists to sign with.
 */
export async function chooseTestTarget(
  ctx: Context,
  { by, body }: { by: Author; body: Pick<TestWebhookBody, 'webhookId' | 'url'> },
): Promise<TestTarget> {
  const { merchant } = by
  const { webhookId, url } = body
  if (webhookId !== undefined && url === undefined) {
    const endpoint = await getEndpoint(ctx, { merchant, id: webhookId })
    const { extendedRetries, events: kinds } = endpoint
    const secrets = await createSigningSecrets(ctx).ofEndpoint(endpoint)
    if (!secrets) throw new Error(`the secret of webhook ${webhookId} cannot be read`)
    return { url: endpoint.url, endpointId: webhookId, extendedRetries, kinds, secrets }
  }
  if (url === undefined || webhookId !== undefined) {
    throw new AppError('invalid_input', 'Pass either webhookId or url.')
  }

  const target = await requireWebhookUrl(ctx, url)
  const secrets = 'keyId' in by ? await keyOf(ctx, by) : await shopSecretsOf(ctx, by)
  return { url: target, endpointId: null, extendedRetries: false, kinds: [], secrets }
}

async function keyOf(
  ctx: Context,
  { merchant, keyId: id }: Extract<Author, { role: 'key' }>,
): Promise<Secrets> {
  const key = await readKey(ctx, { merchant, id })
  if (key !== null) return [key]
  throw new AppError(
    'conflict',
    'This API key cannot sign webhooks, because no copy of it is stored. Use a newer key.',
  )
}

async function shopSecretsOf(ctx: Context, { merchant }: Author): Promise<Secrets> {
  const endpoints = await listEnabledEndpoints(ctx.db, [merchant])
  const secrets = await createSigningSecrets(ctx).ofShop(merchant, endpoints)
  if (secrets) return secrets
  throw new AppError(
    'invalid_input',
    'No signing secret is available. Create one with POST /api/webhooks/secret, or call this with a developer key.',
  )
}
