import type { FastifyRequest } from 'fastify'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import { hasRight, missingRight } from '../../auth/roles.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Routes } from '../../platform/feature.js'
import { readWhole } from '../../platform/http/read-query.js'
import { maxOfRequest } from '../../platform/limits/max-of.js'
import { readLiveCursor } from '../../platform/live-changes/live-cursor.js'
import { listEventsAfter, type NumberedEvent } from './event-store.js'
import { createEventStreams } from './event-streams.js'
import { readLiveKinds } from './live/live-kinds.js'
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
export const eventRoutes: Routes<EventRouteParts> = async (app, { ctx, eventData }) => {
  const guard = anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' }))
  // Without kinds, people need the right that the feed requires.
  const streamGuard = anyOf(
    developer({ scope: 'receipts:read' }),
    session({ may: 'receipts:read-own' }),
  )
  const streams = createEventStreams(ctx)
  // Before the server waits for open connections: streams do not end on their own.
  app.addHook('preClose', () => streams.close())

  app.get(
    '/api/events',
    {
      config: { outage: 'refuse', guard },
      schema: {
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
      config: { outage: 'refuse', guard: streamGuard },
      schema: {
        summary: 'Stream events',
        description:
          'Server-sent events. Starts after Last-Event-ID or after, or with the next event. Ends after an hour; reconnect to resume. With kinds, a signed-in person receives the changes of objects that their role may see.',
        headers: StreamHeaders,
        querystring: StreamQuery,
        response: { 200: StreamedEvents },
      },
    },
    async (request, reply) => {
      const kinds = readLiveKinds(request.query.kinds)
      if (kinds) {
        requirePerson(request)
        const after = readLiveCursor('after', request.query.after)
        const lastId = readLiveCursor('Last-Event-ID', request.headers['last-event-id'])
        await streams.openLive({ kinds, after: lastId ?? after }, { request, reply })
        return reply
      }
      const after = readCursor('after', request.query.after)
      const lastId = readCursor('Last-Event-ID', request.headers['last-event-id'])
      requireReceipts(request)
      const merchant = merchantOf(request)
      await streams.open({ merchant, after: lastId ?? after }, { request, reply })
      return reply
    },
  )
}

/** @throws {AppError} `invalid_input` for a key, whose integration would not expect these events. */
function requirePerson({ caller }: FastifyRequest): void {
  if (caller?.kind === 'person') return
  throw invalidInput('kinds is for signed-in people. Omit it to stream events with a key.')
}

/** @throws {AppError} `forbidden` */
function requireReceipts({ caller }: FastifyRequest): void {
  if (caller?.kind !== 'person' || !caller.role) return
  if (!hasRight(caller.role, 'receipts:read')) throw missingRight(caller.role, 'receipts:read')
}

/**
 * Returns a merchant's next events after a number, oldest first, and the number to continue after.
 * On an empty page that is the given number, so that polling misses nothing.
 */
export async function listEventPage(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, after, limit }: { merchant: Address; after: number; limit: number },
): Promise<{ events: NumberedEvent[]; next: number }> {
  const events = await listEventsAfter(ctx.db, {
    merchant,
    after,
    limit,
    maxBytes: maxOfRequest(ctx.config, 'page-bytes'),
  })
  return { events, next: events.at(-1)?.no ?? after }
}

/** Returns an event as the feed shows it: its body, with its id and time. */
export function describeEvent({ id, createdAt, body }: NumberedEvent) {
  return { id, createdAt, ...JSON.parse(body) }
}

/**
 * Parses the number of the event to continue after, or `null` when it is absent.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readCursor(name: string, text = ''): number | null {
  if (text === '') return null
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new AppError(
    'invalid_input',
    `${name} is invalid. Pass a nextCursor or the id of a streamed event.`,
  )
}
