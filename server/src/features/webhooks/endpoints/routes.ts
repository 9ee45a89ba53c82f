import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { authorOf, merchantOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import type { Context } from '../../../platform/context.js'
import { newIdFor } from '../../../platform/http/idempotency/new-id-for.js'
import { createEndpoint } from './create-endpoint.js'
import { deleteEndpoint } from './delete-endpoint.js'
import { describeEndpoint } from './describe-endpoint.js'
import { listEndpoints } from './endpoint-store.js'
import {
  ChangedWebhook,
  CreatedWebhook,
  CreateWebhookBody,
  DeletedWebhook,
  UpdateWebhookBody,
  WebhookParams,
  Webhooks,
} from './schemas.js'
import { updateEndpoint } from './update-endpoint.js'

/** Addresses that get all events of a merchant. */
export const endpointRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  const maySee = anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' }))
  // Whoever says where events go reads them there, so a key must be allowed to read as well.
  const maySend = anyOf(
    developer({ scope: ['receipts:write', 'receipts:read'] }),
    session({ may: 'shop:write' }),
  )
  const mayEnd = anyOf(developer({ scope: 'receipts:write' }), session({ may: 'shop:write' }))

  app.get(
    '/api/webhooks',
    {
      config: { guard: maySee },
      schema: {
        tags: ['webhooks'],
        summary: 'Addresses that get events',
        response: { 200: Webhooks },
      },
    },
    async (request) => {
      const endpoints = await listEndpoints(ctx.db, merchantOf(request))
      return { ok: true as const, webhooks: endpoints.map(describeEndpoint) }
    },
  )

  app.post(
    '/api/webhooks',
    {
      config: { guard: maySend, idempotent: { withheld: ['webhook.secret'] } },
      schema: {
        tags: ['webhooks'],
        summary: 'Have events sent to an address',
        description:
          'At most ten of them, beside the addresses of single receipts. Each has a secret of its own.',
        body: CreateWebhookBody,
        response: { 201: CreatedWebhook },
      },
    },
    async (request, reply) => {
      const { endpoint, secret } = await createEndpoint(ctx, {
        by: authorOf(request),
        id: newIdFor(ctx, { request, prefix: 'whk' }),
        body: request.body,
      })
      const webhook = { ...describeEndpoint(endpoint), secret }
      return reply.code(201).send({ ok: true as const, webhook })
    },
  )

  app.put(
    '/api/webhooks/:id',
    {
      config: { guard: maySend },
      schema: {
        tags: ['webhooks'],
        summary: 'Change an address that gets events',
        params: WebhookParams,
        body: UpdateWebhookBody,
        response: { 200: ChangedWebhook },
      },
    },
    async (request) => {
      const { id } = request.params
      const endpoint = await updateEndpoint(ctx, { by: authorOf(request), id, body: request.body })
      return { ok: true as const, webhook: describeEndpoint(endpoint) }
    },
  )

  app.delete(
    '/api/webhooks/:id',
    {
      config: { guard: mayEnd },
      schema: {
        tags: ['webhooks'],
        summary: 'Send nothing to an address any more',
        params: WebhookParams,
        response: { 200: DeletedWebhook },
      },
    },
    async (request) => {
      const { id } = request.params
      await deleteEndpoint(ctx, { by: authorOf(request), id })
      return { ok: true as const, id, deleted: true as const }
    },
  )
}
