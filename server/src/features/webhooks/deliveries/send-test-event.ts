import { randomBytes, randomUUID } from 'node:crypto'
import type { Author } from '../../../auth/caller.js'
import { readKey } from '../../../auth/keys/issue-key.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { encodeBase32 } from '../../../lib/ids.js'
import { realNow } from '../../../platform/clock/sandbox-clock.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { recordTestEvent } from '../../events/record-event.js'
import { sampleStatusChange } from '../../receipts/status/sample-status-change.js'
import { queueOf } from '../delivery.js'
import { getEndpoint } from '../endpoints/change-endpoint.js'
import { listEnabledEndpoints } from '../endpoints/endpoint-store.js'
import { requireWebhookUrl } from '../endpoints/require-webhook-url.js'
import { signDelivery, type Target } from '../publish/plan-deliveries.js'
import { createSigningSecrets, type Secrets } from '../publish/signing-secrets.js'
import { addDeliveries } from '../queue-deliveries.js'
import { chooseKind, type WebhookKind } from '../webhook-kind.js'
import type { TestWebhookBody } from './schemas.js'

/** The address of a test event, and the kinds that it receives: none unless a webhook. */
type TestTarget = Omit<Target, 'id' | 'kind'> & { kinds: readonly WebhookKind[] }

/**
 * Sends a test event with made-up data and returns the id of its delivery. Its body has `test:
 * true`. No other endpoint and no feed receives it.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `conflict`.
 */
export async function sendTestEvent(
  ctx: Context,
  { by, body }: { by: Author; body: TestWebhookBody },
): Promise<string> {
  const { merchant } = by
  const { status = 'completed' } = body
  const { kinds, ...address } = await chooseTestTarget(ctx, { by, body })

  const receiptId = `test-${encodeBase32(randomBytes(5))}`
  const now = ctx.now()
  const data = sampleStatusChange({ merchant, receiptId, status, at: now }, ctx.config)
  return inTransaction(ctx, async (inTx) => {
    const details = { merchant, kind: 'receipt.status_updated', data, createdAt: now } as const
    const event = await recordTestEvent(inTx, details)
    const target = { ...address, id: randomUUID(), kind: chooseKind(event, kinds) ?? event.kind }
    const delivery = signDelivery(event, { target, now, signedAt: realNow(ctx) })
    await addDeliveries(inTx, [{ delivery, queue: queueOf(delivery) }])
    inTx.db.afterCommit(() => ctx.wakeups.wake('deliveries'))
    return delivery.id
  })
}

/**
 * Returns the target of a test event. It is signed like a real event: for an endpoint with its
 * secret, for any other URL as for a receipt of the caller.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `conflict` when no copy of the key is stored.
 */
async function chooseTestTarget(
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
    throw invalidInput('Pass either webhookId or url.')
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
  throw invalidInput(
    'No signing secret is available. Create one with POST /api/webhooks/secret, or call this with a developer key.',
  )
}
