import type { FastifyPluginAsync } from 'fastify'
import { createAccess } from './auth/access.js'
import { allowCrossOrigin } from './auth/allow-cross-origin.js'
import { createGate } from './auth/create-gate.js'
import { enforceGuards } from './auth/enforce-guards.js'
import { limitBodies } from './auth/limit-bodies.js'
import { createRejectedCount } from './auth/limits/take-call.js'
import { scopeIdempotencyKey } from './auth/scope-idempotency-key.js'
import { doctorSections } from './doctor-sections.js'
import { createShopDirectory } from './features/directory/shop-directory.js'
import { createCatalogs } from './features/inventory/search/catalogs.js'
import { notifyOfLimits } from './features/notifications/notify-of-limits.js'
import { getQuotedReceipt } from './features/payments/quote/get-quoted-receipt.js'
import { settleAgain } from './features/payments/receipts-to-settle.js'
import { postBuyerStatus } from './features/portal/checkout/buyer/post-buyer-status.js'
import { OversoldEvent } from './features/receipts/outage/oversold-event.js'
import { StatusChange } from './features/receipts/status/status-change.js'
import { refundRemaining } from './features/refunds/record/refund-remaining.js'
import { recordRequests } from './features/requests/record-requests.js'
import { subscriptionEventData } from './features/subscriptions/record-subscription-event.js'
import { statusAliases } from './features/webhooks/webhook-kind.js'
import {
  type AppParts,
  deleteSales,
  erasePersonalData,
  exportPersonalData,
  features,
  journalKinds,
} from './features.js'
import type { Context } from './platform/context.js'
import { enforceOutages, requireOutages } from './platform/degraded/enforce-outages.js'
import { encodeResponses, limitResponses } from './platform/http/connections/limit-responses.js'
import { createHttpServer } from './platform/http/create-http-server.js'
import { enforceIdempotency } from './platform/http/idempotency/enforce-idempotency.js'
import { reportIgnoredFields } from './platform/http/ignored-fields/report-ignored.js'
import { markDeprecated } from './platform/http/mark-deprecated.js'
import type { SchemaCompilers } from './platform/http/schema-compilers.js'

/** Builds the HTTP server with the routes of every feature. */
export async function buildApp(ctx: Context, compilers?: SchemaCompilers) {
  const access = createAccess(ctx)
  const gate = createGate(
    ctx.config,
    createRejectedCount({ limiter: access.limiter, config: ctx.config }),
  )
  const { server, routes } = createHttpServer(ctx, gate, compilers)
  limitResponses(server, ctx)
  markDeprecated(server)
  allowCrossOrigin(server)
  enforceGuards(server, ctx, access)
  enforceOutages(server, ctx.db)
  limitBodies(server)
  recordRequests(server, ctx)
  notifyOfLimits(server, ctx)
  enforceIdempotency(server, ctx, {
    ownerOf: scopeIdempotencyKey,
    takeStorage: access.storage.take,
  })
  reportIgnoredFields(server, ctx.config.mode)
  encodeResponses(server)

  const eventData = {
    'receipt.status_updated': StatusChange,
    'receipt.oversold': OversoldEvent,
    ...subscriptionEventData,
  }
  const aliases = statusAliases.map((alias) => [alias, StatusChange] as const)
  const webhookEvents = { ...eventData, ...Object.fromEntries(aliases) }
  const parts: AppParts & { ctx: Context } = {
    ctx,
    access,
    routes,
    catalogs: createCatalogs(ctx),
    directory: createShopDirectory(ctx),
    journalKinds,
    doctorSections,
    postBuyerStatus,
    getQuotedReceipt,
    refundRemaining,
    settleAgain,
    deleteSales,
    exportPersonalData,
    erasePersonalData,
    eventData,
    webhookEvents,
  }
  for (const { tag, routes: plugins = [] } of features) {
    const registerRoutes: FastifyPluginAsync = async (scope) => {
      scope.addHook('onRoute', ({ schema }) => {
        if (schema && tag && !('tags' in schema)) Object.assign(schema, { tags: [tag] })
      })
      for (const plugin of plugins) await scope.register(named(plugin), parts)
    }
    await server.register(named(registerRoutes))
  }
  requireOutages(routes)
  return { server, routes, webhookEvents }
}

/** Names a plugin. Fastify would search all loaded modules for its name otherwise. */
function named<Plugin extends object & { name: string }>(plugin: Plugin): Plugin {
  return Object.assign(plugin, { [Symbol.for('fastify.display-name')]: plugin.name })
}
