import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import { readWhole } from '../../platform/http/read-query.js'
import { createEventStreams } from './event-streams.js'
import { describeEvent, listEventPage } from './list-event-page.js'
import { readCursor } from './read-cursor.js'
import {
  type EventData,
  EventQuery,
  eventPageSchema,
  StreamedEvents,
  StreamHeaders,
  StreamQuery,
} from './schemas.js'

export type EventRouteParts = {
  /** The schema of each event kind, provided by the feature that records it. */
  eventData: EventData
}

/** The feed and the stream of a merchant's events. */
export const eventRoutes: FastifyPluginAsyncTypebox<{ ctx: Context } & EventRouteParts> = async (
  app,
  { ctx, eventData },
) => {
  const guard = anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' }))
  const streams = createEventStreams(ctx)
  // Before the server waits for open connections: streams do not end on their own.
  app.addHook('preClose', () => streams.close())

  app.get(
    '/api/events',
    {
      config: { outage: 'refuse', guard },
      schema: {
        tags: ['events'],
        summary: 'List events, oldest first',
        description:
          'Returns the events of the last 30 days, with the bodies and ids that webhooks have. Poll with nextCursor to miss none.',
        querystring: EventQuery,
        response: { 200: eventPageSchema(eventData) },
      },
    },
    async (request) => {
      const { events, next } = await listEventPage(ctx, {
        merchant: merchantOf(request),
        after: readCursor('after', request.query.after) ?? 0,
        limit: readWhole('limit', request.query.limit, { min: 1, max: 200, fallback: 100 }),
      })
      return { events: events.map(describeEvent), nextCursor: String(next) }
    },
  )

  app.get(
    '/api/events/stream',
    {
      // A HEAD request would never end.
      exposeHeadRoute: false,
      config: { outage: 'refuse', guard },
      schema: {
        tags: ['events'],
        summary: 'Stream events',
        description:
          'Server-sent events. Starts after Last-Event-ID or after, or with the next event. Ends after an hour; reconnect to resume.',
        headers: StreamHeaders,
        querystring: StreamQuery,
        response: { 200: StreamedEvents },
      },
    },
    async (request, reply) => {
      const after = readCursor('after', request.query.after)
      const lastId = readCursor('Last-Event-ID', request.headers['last-event-id'])
      const merchant = merchantOf(request)
      await streams.open({ merchant, after: lastId ?? after }, { request, reply })
      return reply
    },
  )
}
