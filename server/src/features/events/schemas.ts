import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import { integer, namedEnum, namedObject, text } from '../../platform/http/schemas.js'
import { liveKinds } from '../../platform/live-changes/live-change.js'
import { type EventKind, eventKinds } from './event.js'

export const EventQuery = Type.Object({
  after: Type.Optional(text('nextCursor of the previous page; defaults to the beginning')),
  limit: integerText('1 to 200, default 100. A page of large events ends earlier', {
    minimum: 1,
    maximum: 200,
    default: 100,
  }),
})

export const StreamQuery = Type.Object({
  kinds: Type.Optional(
    text(
      `For sessions: streams changes of these kinds instead of events. One or more of ${liveKinds.join(', ')}, separated by commas`,
    ),
  ),
  after: Type.Optional(text('A nextCursor, or the id of a streamed event')),
})

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    text('Takes precedence over after; clients send it when they reconnect'),
  ),
})

/** The schema of each kind's data, which the feature that records the kind owns. */
export type EventData = Readonly<Record<EventKind, TObject>>

/** Returns the schema of a page of events, with the fields of every kind's data. */
export function eventPageSchema(data: EventData) {
  const kinds = [...new Set(eventKinds.map((kind) => data[kind]))]
  const names = new Set(kinds.flatMap((kind) => Object.keys(kind.properties)))
  const fields: TProperties = Object.fromEntries(
    Array.from(names, (name) => [name, mergeField(kinds, name)]),
  )
  const Event = namedObject(
    'Event',
    {
      id: text('Sent as webhook-id with every delivery of the event'),
      createdAt: integer('Unix ms; the time of the event'),
      event: namedEnum('EventKind', eventKinds),
      ...fields,
    },
    { additionalProperties: true, description: 'The body of a webhook, with id and createdAt' },
  )
  return namedObject('EventPage', {
    events: Type.Array(Event, { description: 'Oldest first' }),
    nextCursor: text('Pass it as after to get later events. Set even when the page is empty'),
  })
}

export const StreamedEvents = {
  description:
    'Server-sent events: event is the kind, data an Event. With kinds: event is change, data {kind, id, change}',
  content: { 'text/event-stream': { schema: Type.String() } },
}

/** Returns the schema of a field in events of any kind. It is required if every kind has it. */
function mergeField(kinds: readonly TObject[], name: string): TSchema {
  const schemas = kinds.flatMap(({ properties }) => properties[name] ?? [])
  const different = schemas.filter(
    (schema, index) =>
      schemas.findIndex((other) => JSON.stringify(other) === JSON.stringify(schema)) === index,
  )
  const [first, ...others] = different
  if (!first) throw new Error(`no kind has the field ${name}`)
  const merged = others.length === 0 ? first : Type.Union(different)
  const isAlways = kinds.every(({ required }) => required?.includes(name))
  return isAlways ? merged : Type.Optional(merged)
}
