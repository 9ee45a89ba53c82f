import { createAccess } from './auth/access.js'
import { findMerchant } from './auth/caller.js'
import { createGate } from './auth/create-gate.js'
import { enforceGuards } from './auth/enforce-guards.js'
import { auditRoutes } from './features/audit/routes.js'
import { chainRoutes } from './features/chain/routes.js'
import { directoryRoutes } from './features/directory/routes.js'
import { createShopDirectory } from './features/directory/shop-directory.js'
import { eventRoutes } from './features/events/routes.js'
import { healthRoutes } from './features/health/routes.js'
import { homeRoutes } from './features/home/routes.js'
import { inventoryCsvRoutes } from './features/inventory/csv/routes.js'
import { inventoryRoutes } from './features/inventory/routes.js'
import { createCatalogues } from './features/inventory/search/catalogues.js'
import { keyRoutes } from './features/keys/routes.js'
import { ledgerRoutes } from './features/ledger/routes.js'
import { memberRoutes } from './features/members/routes.js'
import { openapiRoutes } from './features/openapi/routes.js'
import { orderRoutes } from './features/orders/routes.js'
import { postBuyerStatus } from './features/portal/buyer/post-buyer-status.js'
import { portalDownloadRoutes } from './features/portal/downloads/routes.js'
import { portalPageRoutes } from './features/portal/page/routes.js'
import { portalRoutes } from './features/portal/routes.js'
import { successFrameRoutes } from './features/portal/success-frame/routes.js'
import { pricingRoutes } from './features/pricing/routes.js'
import { receiptRoutes } from './features/receipts/routes.js'
import { reportRoutes } from './features/reports/routes.js'
import { sandboxRoutes } from './features/sandbox/routes.js'
import { sessionRoutes } from './features/sessions/routes.js'
import { refundPlanRoutes } from './features/settlement/refund/routes.js'
import { splitTransactionRoutes } from './features/settlement/transactions/routes.js'
import { shopRoutes } from './features/shop/routes.js'
import { splitRoutes } from './features/split/routes.js'
import { taxRoutes } from './features/tax/routes.js'
import { deliveryRoutes } from './features/webhooks/deliveries/routes.js'
import { endpointRoutes } from './features/webhooks/endpoints/routes.js'
import type { Context } from './platform/context.js'
import { createHttpServer } from './platform/http/create-http-server.js'
import { enforceIdempotency } from './platform/http/idempotency/enforce-idempotency.js'
import type { SchemaCompilers } from './platform/http/schema-compilers.js'

/** The whole HTTP side: every feature in one visible list. */
export async function buildApp(ctx: Context, compilers?: SchemaCompilers) {
  const { server, routes } = createHttpServer(ctx, createGate(ctx.config.edgeSecret), compilers)
  const access = createAccess(ctx)
  enforceGuards(server, ctx, access)
  enforceIdempotency(server, ctx, findMerchant)

  const catalogues = createCatalogues(ctx)
  const directory = createShopDirectory(ctx)

  await server.register(healthRoutes, { ctx })
  await server.register(homeRoutes, { ctx })
  await server.register(sessionRoutes, { ctx })
  await server.register(memberRoutes, { ctx })
  await server.register(keyRoutes, { ctx, access })
  await server.register(shopRoutes, { ctx })
  await server.register(taxRoutes, { ctx })
  await server.register(pricingRoutes, { ctx })
  await server.register(splitRoutes, { ctx })
  await server.register(splitTransactionRoutes, { ctx })
  await server.register(inventoryRoutes, { ctx, catalogues })
  await server.register(inventoryCsvRoutes, { ctx })
  await server.register(directoryRoutes, { ctx, directory, catalogues })
  await server.register(receiptRoutes, { ctx, postBuyerStatus })
  await server.register(orderRoutes, { ctx, directory })
  await server.register(portalRoutes, { ctx })
  await server.register(portalPageRoutes, { ctx })
  await server.register(portalDownloadRoutes, { ctx })
  await server.register(successFrameRoutes, { ctx })
  await server.register(eventRoutes, { ctx })
  await server.register(endpointRoutes, { ctx })
  await server.register(deliveryRoutes, { ctx })
  await server.register(refundPlanRoutes, { ctx })
  await server.register(ledgerRoutes, { ctx })
  await server.register(reportRoutes, { ctx })
  await server.register(auditRoutes, { ctx })
  await server.register(chainRoutes, { ctx })
  if (ctx.sandbox) await server.register(sandboxRoutes, { ctx, sandbox: ctx.sandbox })
  await server.register(openapiRoutes, { ctx, routes })

  return { server, routes }
}
