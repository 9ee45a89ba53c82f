import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import type { RouteRecord } from '../../platform/http/routes.js'
import { describeApi } from './describe-api.js'
import type { WebhookEvents } from './describe-webhooks.js'

/** Serves the API reference of `routes`, generated once all routes are registered. */
export const openapiRoutes: FastifyPluginAsyncTypebox<{
  ctx: Context
  routes: readonly RouteRecord[]
  webhookEvents: WebhookEvents
}> = async (app, { ctx, routes, webhookEvents }) => {
  let document = ''
  app.addHook('onReady', async () => {
    document = JSON.stringify(describeApi({ routes, events: webhookEvents }, ctx.config))
  })

  app.get(
    '/openapi.json',
    {
      config: { outage: 'unaffected', guard: anyone(), allowsAnyOrigin: true },
      schema: {
        tags: ['reference'],
        summary: 'Get this API reference as OpenAPI 3.1',
        response: { 200: { content: { 'application/json': { schema: Type.Any() } } } },
      },
    },
    async (_request, reply) => reply.type('application/json; charset=utf-8').send(document),
  )
}
