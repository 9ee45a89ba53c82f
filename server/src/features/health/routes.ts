import { Type } from 'typebox'
import { shownMerchantOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, session, siwx } from '../../auth/guards.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { boolean, integer, namedObject, text } from '../../platform/http/schemas.js'
import { apiVersion } from '../../platform/version.js'

const Healthz = namedObject('Healthz', {
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')], {
    description: '`degraded`: sales continue, but a subsystem is down',
  }),
})

const Draining = namedObject('Draining', {
  status: Type.Literal('draining', {
    description: 'The process is about to stop: send requests to another one',
  }),
})

const CheckResult = namedObject(
  'CheckResult',
  { ok: Type.Boolean() },
  { additionalProperties: true },
)

const Ping = namedObject('Ping', {
  ok: boolean('Whether all checks pass'),
  status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
  version: text('API version'),
  time: integer('Service clock, Unix ms'),
  uptimeMs: Type.Integer(),
  wallet: text('Wallet of the merchant that owns the key'),
  checks: Type.Record(Type.String(), CheckResult, {
    description: 'Last background sample of each subsystem',
  }),
})

/** Health of the service and its subsystems, by the last samples. */
const healthRoutes: Routes = async (app, { ctx }) => {
  const status = () => (ctx.health.isDegraded() ? ('degraded' as const) : ('ok' as const))

  app.get(
    '/healthz',
    {
      config: { outage: 'unaffected', guard: anyOf(siwx(), anyone({ limit: 'health' })) },
      schema: {
        summary: 'Check that the service is alive',
        description:
          'Stays 200 while the service sells. 503 only before a process stops, for load balancers.',
        response: { 200: Healthz, 503: Draining },
      },
    },
    async (_request, reply) => {
      if (ctx.health.isDraining()) return reply.code(503).send({ status: 'draining' as const })
      return { status: status() }
    },
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
      schema: { summary: 'Get status and diagnostics', response: { 200: Ping } },
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

export const healthFeature: Feature = { tag: 'health', routes: [healthRoutes] }
