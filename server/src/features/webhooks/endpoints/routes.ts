import { authorOf, merchantOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import type { Routes } from '../../../platform/feature.js'
import { newIdFor } from '../../../platform/http/idempotency/claim-request.js'
import { describeEndpoint } from '../endpoint.js'
import { deleteEndpoint, updateEndpoint } from './change-endpoint.js'
import { createEndpoint } from './create-endpoint.js'
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

export const endpointRoutes: Routes = async (app, { ctx }) => {
  const canRead = anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' }))
  // A key that sets the URL receives the events there, so it needs read access as well.
  const canWrite = anyOf(
    developer({ scope: ['receipts:write', 'receipts:read'] }),
    session({ may: 'shop:write' }),
  )
  const canDelete = anyOf(developer({ scope: 'receipts:write' }), session({ may: 'shop:write' }))

  app.get(
    '/api/webhooks',
    {
      config: { outage: 'refuse', guard: canRead },
      schema: {
        summary: 'List webhooks',
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
      config: { outage: 'refuse', guard: canWrite, idempotent: { withheld: ['webhook.secret'] } },
      schema: {
        summary: 'Create a webhook',
        description:
          'You can have ten webhooks, in addition to the webhook URLs of single receipts. Each has its own secret.',
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
      config: { outage: 'refuse', guard: canWrite },
      schema: {
        summary: 'Update a webhook',
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
      config: { outage: 'refuse', guard: canDelete },
      schema: {
        summary: 'Delete a webhook',
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
