import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { shownMerchantOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, session, siwx } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import { apiVersion } from '../../platform/version.js'
import { Healthz, Ping } from './schemas.js'

/** Health of the service and its subsystems. The routes report the last samples and never wait for a subsystem. */
export const healthRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  const status = () => (ctx.health.isDegraded() ? ('degraded' as const) : ('ok' as const))

  app.get(
    '/healthz',
    {
      config: { outage: 'unaffected', guard: anyOf(siwx(), anyone({ limit: 'health' })) },
      schema: {
        tags: ['health'],
        summary: 'Check that the service is alive',
        response: { 200: Healthz },
      },
    },
    async () => ({ status: status() }),
  )

  app.get(
    '/api/status/ping',
    {
      config: {
        outage: 'unaffected',
        guard: anyOf(
          developer({ acceptsBearer: true }),
          session({ may: 'status:read', acceptsBearer: true }),
        ),
      },
      schema: { tags: ['health'], summary: 'Get status and diagnostics', response: { 200: Ping } },
    },
    (request, reply) => {
      const time = ctx.now()
      // Sending instead of returning avoids a promise on the fast path.
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
