import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { shownMerchantOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, session, siwx } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { apiVersion } from '../../platform/version.js'

const Healthz = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], {
      description: '`degraded`: sales continue, but a subsystem is down',
    }),
  },
  { title: 'Healthz' },
)

const CheckResult = Type.Object(
  { ok: Type.Boolean() },
  { title: 'CheckResult', additionalProperties: true },
)

const Ping = Type.Object(
  {
    ok: Type.Boolean({ description: 'Whether all checks pass' }),
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
    version: Type.String({ description: 'API version' }),
    time: Type.Integer({ description: 'Service clock, Unix ms' }),
    uptimeMs: Type.Integer(),
    wallet: Type.String({ description: 'Wallet of the merchant that owns the key' }),
    checks: Type.Record(Type.String(), CheckResult, {
      description: 'Last background sample of each subsystem',
    }),
  },
  { title: 'Ping' },
)

/** Health of the service and its subsystems, by the last samples. */
const healthRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
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

export const healthFeature: Feature = { routes: [healthRoutes] }
