import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import { MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { readWhole } from '../../platform/http/read-whole.js'
import { describeEvent } from './describe-event.js'
import { createEventStreams } from './event-streams.js'
import { isStillAdmitted } from './is-still-admitted.js'
import { listEventPage } from './list-event-page.js'
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
  // Before the connections are waited for: these would never end by themselves.
  app.addHook('preClose', () => streams.close())

  app.get(
    '/api/events',
    {
      config: { guard },
      schema: {
        tags: ['events'],
        summary: 'What has happened, the oldest first',
        description:
          'The bodies and ids that webhooks have, for 30 days. Ask again with nextCursor and nothing is missed.',
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
      // It would be an answer that never ends, and has nothing in it.
      exposeHeadRoute: false,
      config: { guard },
      schema: {
        tags: ['events'],
        summary: 'The same as it happens',
        description:
          'Server-sent events. Begins after Last-Event-ID or after, else with what comes next; ends after an hour, to be asked for again.',
        headers: StreamHeaders,
        querystring: StreamQuery,
        response: { 200: StreamedEvents },
      },
    },
    async (request, reply) => {
      const after = readCursor('after', request.query.after)
      const lastId = readCursor('Last-Event-ID', request.headers['last-event-id'])
      const merchant = merchantOf(request)
      const isAdmitted = () => isStillAdmitted(ctx, request.caller)
      // What a person may is found out when they come back, which browsers do by themselves.
      const limit = request.caller?.kind === 'person' ? { endsAfterMs: MINUTE_MS } : {}
      const from = { merchant, after: lastId ?? after, isAdmitted, ...limit }
      await streams.open(from, { request, reply })
      return reply
    },
  )
}
