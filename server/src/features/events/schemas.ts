import { type Static, Type } from 'typebox'
import { AnyFields } from '../../platform/http/schemas.js'
import { receiptStatuses } from '../receipts/status/statuses.js'
import { eventKinds } from './event.js'

const text = (description: string) => Type.String({ description })
const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
const status = Type.Enum(receiptStatuses, {
  type: 'string',
  description: 'See docs/receipt-status.md',
})

export const EventQuery = Type.Object({
  after: Type.Optional(text('nextCursor of the page before; without it from the beginning')),
  limit: Type.Optional(text('1 to 200, default 100')),
})

export const StreamQuery = Type.Object({
  after: Type.Optional(text('A nextCursor, or the id of an event that was streamed')),
})

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(text('Counts before after; clients send it by themselves')),
})

export const Event = Type.Object(
  {
    id: text('The same in every webhook about it: webhook-id'),
    createdAt: Type.Integer({ description: 'Unix ms; when it happened' }),
    event: Type.Enum(eventKinds, { type: 'string' }),
    receiptId: Type.String(),
    status,
    previousStatus: status,
    failureCode: orNull(text('See docs/failures.md; null unless it failed')),
    failureCategory: orNull(Type.String()),
    failureReason: orNull(Type.String()),
    failureAction: orNull(text('What the merchant can do')),
    transactionHash: Type.Optional(orNull(text('Not there when it failed'))),
    buyerWallet: Type.Optional(orNull(text('Not there when it failed'))),
    merchantWallet: Type.String(),
    totalUsd: Type.Number(),
    customerTotalUsd: Type.Optional(
      Type.Number({ description: 'What the buyer owes. Not there when it failed' }),
    ),
    onrampSourceAmountUsd: Type.Optional(
      Type.Number({ description: 'What was paid in at an onramp, where one has said so' }),
    ),
    token: text('What is paid with, e.g. USDC'),
    timestamp: Type.Integer({ description: 'Unix ms' }),
    brandKey: Type.String(),
    onrampSessionId: orNull(Type.String()),
    isOnrampSessionUnique: Type.Boolean(),
    transactionId: orNull(text("The caller's own name for the receipt")),
    metadata: orNull(AnyFields),
  },
  {
    title: 'Event',
    additionalProperties: true,
    description: 'What a webhook says, with id and createdAt',
  },
)

export type Event = Static<typeof Event>

export const EventPage = Type.Object(
  {
    events: Type.Array(Event, { description: 'The oldest first' }),
    nextCursor: text(
      'What to ask with as after next time, also when there is nothing new at the moment',
    ),
  },
  { title: 'EventPage' },
)

export const StreamedEvents = {
  description: 'Server-sent events: event is the kind, data an Event',
  content: { 'text/event-stream': { schema: Type.String() } },
}
