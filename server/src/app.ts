import { createEdgeGate } from './auth/create-edge-gate.js'
import { enforceGuards } from './auth/guards.js'
import { healthRoutes } from './features/health/routes.js'
import { homeRoutes } from './features/home/routes.js'
import { openapiRoutes } from './features/openapi/routes.js'
import type { Context } from './platform/context.js'
import { createHttpServer } from './platform/http/create-http-server.js'

/** The whole HTTP side: every feature in one visible list. */
export async function buildApp(ctx: Context) {
  const { server, routes } = createHttpServer(ctx, createEdgeGate(ctx.config.edgeSecret))
  enforceGuards(server, ctx)

  await server.register(healthRoutes, { ctx })
  await server.register(homeRoutes, { ctx })
  await server.register(openapiRoutes, { ctx, routes })

  return { server, routes }
}
