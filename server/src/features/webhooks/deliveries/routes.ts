import type { FastifyRequest } from 'fastify'
import { authorOf, merchantOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import { hasRight } from '../../../auth/roles.js'
import type { Routes } from '../../../platform/feature.js'
import { readingFrom } from '../../../platform/reading-from.js'
import {
  describeDelivery,
  describeRequest,
  getDelivery,
  listDeliveryPage,
  readDeliveryQuery,
} from './read-deliveries.js'
import { redeliver } from './redeliver.js'
import {
  DeliveryPage,
  DeliveryParams,
  DeliveryQuery,
  DeliveryResponse,
  SentDelivery,
  TestWebhookBody,
} from './schemas.js'
import { sendTestEvent } from './send-test-event.js'

export const deliveryRoutes: Routes = async (app, { ctx }) => {
  const canRead = anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' }))
  const canRedeliver = anyOf(developer({ scope: 'receipts:write' }), session({ may: 'shop:write' }))
  const canTest = anyOf(developer({ scope: 'receipts:write' }), session({ may: 'shop:write' }))

  app.get(
    '/api/webhooks/deliveries',
    {
      config: { outage: 'refuse', guard: canRead },
      schema: {
        summary: 'List webhook deliveries, newest first',
        description: 'Returns the deliveries of the last 30 days, with every attempt.',
        querystring: DeliveryQuery,
        response: { 200: DeliveryPage },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const query = readDeliveryQuery(request.query)
      const { deliveries, nextCursor } = await listDeliveryPage(readingFrom(ctx), {
        merchant,
        query,
      })
      return { ok: true as const, deliveries: deliveries.map(describeDelivery), nextCursor }
    },
  )

  app.get(
    '/api/webhooks/deliveries/:id',
    {
      config: { outage: 'refuse', guard: canRead },
      schema: {
        summary: 'Get a webhook delivery, with its request',
        description:
          'Sessions with the right shop:write also see how the receiver responded to each attempt.',
        params: DeliveryParams,
        response: { 200: DeliveryResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const delivery = await getDelivery(ctx, { merchant: merchantOf(request), id })
      const { serviceName } = ctx.config
      const showsResponses = managesWebhooks(request)
      return {
        ok: true as const,
        delivery: describeRequest(delivery, { serviceName, showsResponses }),
      }
    },
  )

  app.post(
    '/api/webhooks/deliveries/:id/redeliver',
    {
      config: { outage: 'refuse', guard: canRedeliver, idempotent: {} },
      schema: {
        summary: 'Redeliver a webhook',
        description:
          'Sends the same id, body and signature again. A delivery that is still pending keeps its retries.',
        params: DeliveryParams,
        response: { 200: SentDelivery },
      },
    },
    async (request) => {
      const { id } = request.params
      const deliveryId = await redeliver(ctx, { merchant: merchantOf(request), id })
      return { ok: true as const, deliveryId }
    },
  )

  app.post(
    '/api/webhooks/test',
    {
      config: { outage: 'refuse', guard: canTest, idempotent: {} },
      schema: {
        summary: 'Send a test event',
        description:
          'The body has test: true. With url, the developer key of the request signs it. Get the delivery to see the result.',
        body: TestWebhookBody,
        response: { 201: SentDelivery },
      },
    },
    async (request, reply) => {
      const deliveryId = await sendTestEvent(ctx, { by: authorOf(request), body: request.body })
      return reply.code(201).send({ ok: true as const, deliveryId })
    },
  )
}

/** Returns whether a request is of a person who may change webhooks. */
function managesWebhooks({ caller }: FastifyRequest): boolean {
  return caller?.kind === 'person' && caller.role !== null && hasRight(caller.role, 'shop:write')
}
