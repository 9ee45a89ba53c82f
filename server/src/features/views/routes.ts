import { principalOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import type { Routes } from '../../platform/feature.js'
import { newIdFor } from '../../platform/http/idempotency/claim-request.js'
import { etagOf, readExpectedRevision } from '../../platform/http/revisions.js'
import { createView, deleteView, describeView, listViewsOf, updateView } from './change-view.js'
import {
  ViewBody,
  ViewChangeBody,
  ViewDeleted,
  ViewParams,
  ViewResponse,
  Views,
  ViewsQuery,
} from './schemas.js'
import type { View } from './view-store.js'

/** Saved views of the console's screens. */
export const viewRoutes: Routes = async (app, { ctx }) => {
  // A personal view affects no other person, so every role may have views.
  const guard = session({ may: 'views:use' })

  app.get(
    '/api/views',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'List your saved views and those of your team',
        querystring: ViewsQuery,
        response: { 200: Views },
      },
    },
    async (request) => {
      const { screen } = request.query
      const views = await listViewsOf(ctx, { by: principalOf(request), screen })
      return { ok: true as const, views: views.map(describeView) }
    },
  )

  app.post(
    '/api/views',
    {
      config: { outage: 'refuse', guard, idempotent: {} },
      schema: { summary: 'Save a view', body: ViewBody, response: { 201: ViewResponse } },
    },
    async (request, reply) => {
      const view = await createView(ctx, {
        by: principalOf(request),
        id: newIdFor(ctx, { request, prefix: 'view' }),
        body: request.body,
      })
      return reply.code(201).header('etag', etagOf(view.revision)).send(respond(view))
    },
  )

  app.put(
    '/api/views/:id',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Change a view',
        description: 'Changes the given fields and keeps all others.',
        params: ViewParams,
        body: ViewChangeBody,
        response: { 200: ViewResponse },
      },
    },
    async (request, reply) => {
      const view = await updateView(ctx, {
        by: principalOf(request),
        id: request.params.id,
        body: request.body,
        expectedRevision: readExpectedRevision(request),
      })
      return reply.header('etag', etagOf(view.revision)).send(respond(view))
    },
  )

  app.delete(
    '/api/views/:id',
    {
      config: { outage: 'refuse', guard },
      schema: { summary: 'Delete a view', params: ViewParams, response: { 200: ViewDeleted } },
    },
    async (request) => {
      const { id } = request.params
      await deleteView(ctx, { by: principalOf(request), id })
      return { ok: true as const, id, deleted: true as const }
    },
  )
}

function respond(view: View) {
  return { ok: true as const, view: describeView(view) }
}
