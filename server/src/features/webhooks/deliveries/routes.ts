import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { authorOf, merchantOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import type { Context } from '../../../platform/context.js'
import { describeDelivery, describeRequest } from './describe-delivery.js'
import { getDelivery } from './get-delivery.js'
import { listDeliveryPage } from './list-delivery-page.js'
import { readDeliveryQuery } from './read-delivery-query.js'
import { redeliver } from './redeliver.js'
import {
  DeliveryAnswer,
  DeliveryPage,
  DeliveryParams,
  DeliveryQuery,
  SentDelivery,
  TestWebhookBody,
} from './schemas.js'
import { sendTrial } from './send-trial.js'

/** What was sent to whom, and how it went. */
export const deliveryRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  const maySee = anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' }))
  const mayRepeat = anyOf(
    developer({ scope: 'receipts:write' }),
    session({ may: 'receipts:write' }),
  )
  const mayTry = anyOf(developer({ scope: 'receipts:write' }), session({ may: 'shop:write' }))

  app.get(
    '/api/webhooks/deliveries',
    {
      config: { guard: maySee },
      schema: {
        tags: ['webhooks'],
        summary: 'Deliveries of events, the newest first',
        description: 'Those of the last 30 days, with every attempt.',
        querystring: DeliveryQuery,
        response: { 200: DeliveryPage },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const query = readDeliveryQuery(request.query)
      const { deliveries, nextCursor } = await listDeliveryPage(ctx, { merchant, query })
      return { ok: true as const, deliveries: deliveries.map(describeDelivery), nextCursor }
    },
  )

  app.get(
    '/api/webhooks/deliveries/:id',
    {
      config: { guard: maySee },
      schema: {
        tags: ['webhooks'],
        summary: 'One delivery, with what is sent',
        params: DeliveryParams,
        response: { 200: DeliveryAnswer },
      },
    },
    async (request) => {
      const { id } = request.params
      const found = await getDelivery(ctx, { merchant: merchantOf(request), id })
      return { ok: true as const, delivery: describeRequest(found, ctx.config) }
    },
  )

  app.post(
    '/api/webhooks/deliveries/:id/redeliver',
    {
      config: { guard: mayRepeat, idempotent: {} },
      schema: {
        tags: ['webhooks'],
        summary: 'Send a delivery once more',
        description:
          'With the same id, bytes and signature, however it ended. One that is still being tried stays as it is.',
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
      config: { guard: mayTry, idempotent: {} },
      schema: {
        tags: ['webhooks'],
        summary: 'Send an event that is made up',
        description:
          'Its body says test: true. To url it is signed with the developer key it is asked for with; see the delivery for how it went.',
        body: TestWebhookBody,
        response: { 201: SentDelivery },
      },
    },
    async (request, reply) => {
      const deliveryId = await sendTrial(ctx, { by: authorOf(request), body: request.body })
      return reply.code(201).send({ ok: true as const, deliveryId })
    },
  )
}
