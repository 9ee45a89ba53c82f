import { merchantOf, principalOf } from '../../../auth/caller.js'
import { session } from '../../../auth/guards.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Routes } from '../../../platform/feature.js'
import { newIdFor } from '../../../platform/http/idempotency/claim-request.js'
import { describeEndpoint } from '../endpoint.js'
import {
  RotatedShopSecret,
  RotatedWebhook,
  RotateSecretBody,
  ShopSecretResponse,
  WebhookParams,
} from '../endpoints/schemas.js'
import { rotateEndpointSecret, rotateShopSecret } from './rotate-secret.js'
import type { SealedSecrets } from './sealed-secrets.js'
import { findShopSecret, type ShopSecret } from './shop-secret-store.js'

const defaultOverlapHours = 24

/** Only people may replace secrets: a leaked key could otherwise forge the shop's events. */
export const secretRoutes: Routes = async (app, { ctx }) => {
  const mayManage = session({ may: 'shop:write' })

  app.post(
    '/api/webhooks/:id/rotate',
    {
      config: { outage: 'refuse', guard: mayManage, idempotent: { withheld: ['webhook.secret'] } },
      schema: {
        summary: 'Replace the secret of a webhook',
        description:
          'During the overlap, webhook-signature has a signature of each secret, and X-Service-Signature is made with the old one.',
        params: WebhookParams,
        body: RotateSecretBody,
        response: { 200: RotatedWebhook },
      },
    },
    async (request) => {
      const { overlapHours = defaultOverlapHours } = request.body
      const { endpoint, secret } = await rotateEndpointSecret(ctx, {
        by: principalOf(request),
        id: request.params.id,
        rotationId: newIdFor(ctx, { request, prefix: 'whk' }),
        overlapHours,
      })
      const previousSecretUntil = untilOf(endpoint, ctx.now())
      const webhook = { ...describeEndpoint(endpoint), secret, previousSecretUntil }
      return { ok: true as const, webhook }
    },
  )

  app.get(
    '/api/webhooks/secret',
    {
      config: { outage: 'refuse', guard: mayManage },
      schema: {
        summary: 'Get the state of the shop’s webhook secret',
        description: 'It signs for receipts that were created without a key.',
        response: { 200: ShopSecretResponse },
      },
    },
    async (request) => {
      const secret = await findShopSecret(ctx.db, merchantOf(request))
      return { ok: true as const, shopSecret: secret && describe(secret) }
    },
  )

  app.post(
    '/api/webhooks/secret',
    {
      config: {
        outage: 'refuse',
        guard: mayManage,
        idempotent: { withheld: ['shopSecret.secret'] },
      },
      schema: {
        summary: 'Create or replace the shop’s webhook secret',
        description: 'It signs for receipts that were created without a key, and is shown once.',
        body: RotateSecretBody,
        response: { 200: RotatedShopSecret },
      },
    },
    async (request) => {
      const { overlapHours = defaultOverlapHours } = request.body
      const { shopSecret, secret } = await rotateShopSecret(ctx, {
        by: principalOf(request),
        rotationId: newIdFor(ctx, { request, prefix: 'whk' }),
        overlapHours,
      })
      return { ok: true as const, shopSecret: { ...describe(shopSecret), secret } }
    },
  )

  function describe(secret: ShopSecret) {
    const { createdAt, updatedAt } = secret
    return { createdAt, updatedAt, previousSecretUntil: untilOf(secret, ctx.now()) }
  }
}

function untilOf({ previous }: SealedSecrets, now: UnixMs): UnixMs | null {
  return previous && previous.until > now ? previous.until : null
}
