import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { merchantOf, personOf, principalOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, device, session, siwx } from '../../auth/guards.js'
import { requireCall } from '../../auth/limits/take-call.js'
import { requireStepUp } from '../../auth/sessions/require-step-up.js'
import { AppError } from '../../lib/errors.js'
import { degradedFields } from '../../platform/degraded/degraded.js'
import { recallFrom } from '../../platform/degraded/recall-from.js'
import type { Routes } from '../../platform/feature.js'
import { etagOf, readExpectedRevision } from '../../platform/http/revisions.js'
import { getShopConfig } from './get-shop-config.js'
import { readSiteConfig } from './read-site-config.js'
import {
  ShopConfigChange,
  ShopConfigResponse,
  ShopConfigUpdated,
  SiteConfigResponse,
} from './schemas.js'
import { updateShopConfig } from './update-shop-config.js'

/** Shop configuration and site defaults. */
export const shopRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  // Read at startup, so that the service does not start with a broken file.
  readSiteConfig(ctx.config)

  app.get(
    '/api/shop/config',
    {
      config: {
        outage: 'recall',
        guard: anyOf(
          developer({ scope: 'shop:read' }),
          session({ may: 'shop:read' }),
          device({ may: 'sell' }),
          siwx({ needsMerchant: true }),
        ),
      },
      schema: {
        summary: 'Get the shop configuration',
        response: { 200: ShopConfigResponse },
      },
    },
    async (request, reply) => {
      const merchant = merchantOf(request)
      const { ctx: recalling, mark } = recallFrom(ctx, merchant)
      const config = await getShopConfig(recalling, merchant)
      reply.header('etag', etagOf(config.revision))
      return { config, ...mark() }
    },
  )

  app.post(
    '/api/shop/config',
    {
      config: {
        outage: 'refuse',
        guard: session({ may: 'shop:write' }),
        unreportedFields: ['brandKey', 'listing', 'revision', 'updatedAt'],
      },
      schema: {
        summary: 'Update the shop configuration',
        description:
          'Objects are merged, lists and values are replaced. `brandKey`, `listing`, `revision` and `updatedAt` are ignored. The last three former slugs stay reserved for the shop for 180 days and lead to the current one. Only the owner may change the name or slug of a shop that is or was listed.',
        body: ShopConfigChange,
        response: { 200: ShopConfigUpdated },
      },
    },
    async (request, reply) => {
      const by = principalOf(request)
      const expectedRevision = readExpectedRevision(request)
      // Otherwise a stolen session could raise the limit first.
      if (request.body.refundLimitUsd !== undefined) {
        requireStepUp(personOf(request), ctx.now())
      }
      if (changesNames(request.body)) {
        const counting = { limiter: access.limiter, config: ctx.config }
        const keys = { merchant: by.merchant, network: access.hashNetwork(request.ip) }
        await requireCall(counting, 'shop-names', keys)
      }
      const { expectedRevision: _expected, ...change } = request.body
      const config = await updateShopConfig(ctx, { change, by, expectedRevision })
      reply.header('etag', etagOf(config.revision))
      return { ok: true as const, config }
    },
  )

  app.get(
    '/api/site/config',
    {
      config: {
        outage: 'recall',
        guard: ctx.config.siteConfigPublic
          ? anyone({ limit: 'site-config' })
          : anyOf(developer(), session({ may: 'shop:read' })),
      },
      errorHandler: refuseMissingKey,
      schema: {
        summary: 'Get the site defaults',
        response: { 200: SiteConfigResponse },
      },
    },
    async () => ({
      ...readSiteConfig(ctx.config),
      ...(ctx.degraded.isDegraded() && degradedFields),
    }),
  )
}

/** Refuses a request without a key as the gateway does. A key that is wrong stays unauthorized. */
function refuseMissingKey(error: Error, { headers }: FastifyRequest): never {
  const hasKey = 'x-api-key' in headers || 'ocp-apim-subscription-key' in headers
  const isUnauthorized = error instanceof AppError && error.code === 'unauthorized'
  if (hasKey || !isUnauthorized) throw error
  throw new AppError('forbidden', 'The site configuration needs a developer key.')
}

function changesNames({ name, slug, listed }: ShopConfigChange): boolean {
  return [name, slug, listed].some((field) => field !== undefined)
}
