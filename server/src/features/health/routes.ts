import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { shownMerchantOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, session, siwx } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import { apiVersion } from '../../platform/version.js'
import { Healthz, Ping } from './schemas.js'

/** Whether the service is alive, and how its parts are. Neither route ever waits for one of them. */
export const healthRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  const status = () => (ctx.health.isDegraded() ? ('degraded' as const) : ('ok' as const))

  app.get(
    '/healthz',
    {
      config: { guard: anyOf(siwx(), anyone()) },
      schema: { tags: ['health'], summary: 'Is the service alive', response: { 200: Healthz } },
    },
    async () => ({ status: status() }),
  )

  app.get(
    '/api/status/ping',
    {
      config: {
        guard: anyOf(
          developer({ acceptsBearer: true }),
          session({ may: 'status:read', acceptsBearer: true }),
        ),
      },
      schema: { tags: ['health'], summary: 'Status and diagnostics', response: { 200: Ping } },
    },
    (request, reply) => {
      const time = ctx.now()
      // Sent, not returned: there is nothing to wait for, and a promise would cost as much as the rest.
      reply.send({
        ok: !ctx.health.isDegraded(),
        status: status(),
        version: apiVersion,
        time,
        uptimeMs: time - ctx.startedAt,
        wallet: shownMerchantOf(request),
        checks: ctx.health.latest(),
      })
    },
  )
}
