import { type Static, Type } from 'typebox'
import { eventKinds } from '../../events/event.js'
import { receiptStatuses } from '../../receipts/status/statuses.js'
import { deliveryStatuses } from '../delivery.js'

const text = (description: string) => Type.String({ description })
const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description })

export const DeliveryQuery = Type.Object({
  receiptId: Type.Optional(text('Only those about this receipt')),
  status: Type.Optional(text('Only those that are pending, delivered or failed')),
  webhookId: Type.Optional(text('Only those to the webhook with this id')),
  cursor: Type.Optional(text('nextCursor of the page before')),
  limit: Type.Optional(text('1 to 100, default 50')),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

const Attempt = Type.Object(
  {
    at: Type.Integer({ description: 'Unix ms' }),
    httpStatus: orNull(Type.Integer(), 'What the receiver answered; null when it did not'),
    error: orNull(
      Type.String(),
      'Why it did not arrive, e.g. timeout or not_2xx; null when it did',
    ),
    durationMs: Type.Integer(),
  },
  { title: 'DeliveryAttempt' },
)

const shown = {
  deliveryId: Type.String(),
  eventId: Type.String(),
  receiptId: orNull(Type.String(), 'null for a test'),
  event: Type.Enum(eventKinds, { type: 'string' }),
  url: Type.String(),
  webhookId: orNull(Type.String(), "null for the receipt's own address"),
  status: Type.Enum(deliveryStatuses, {
    type: 'string',
    description: 'pending is still being tried; failed is given up',
  }),
  attempts: Type.Array(Attempt, { description: 'The oldest first' }),
  createdAt: Type.Integer({ description: 'Unix ms' }),
}

const Delivery = Type.Object(shown, { title: 'Delivery' })

export const DeliveryPage = Type.Object(
  {
    ok: Type.Literal(true),
    deliveries: Type.Array(Delivery, { description: 'The newest first' }),
    nextCursor: orNull(Type.String(), 'Where the next page begins; null after the last one'),
  },
  { title: 'DeliveryPage' },
)

export const DeliveryParams = Type.Object({ id: Type.String() })

export const DeliveryAnswer = Type.Object(
  {
    ok: Type.Literal(true),
    delivery: Type.Object(
      {
        ...shown,
        request: Type.Object({
          headers: Type.Record(Type.String(), Type.String(), {
            description: 'Of the last attempt, or of the first that is to come',
          }),
          body: text('The very bytes, for checking the signature'),
        }),
      },
      { title: 'DeliveryWithRequest' },
    ),
  },
  { title: 'DeliveryAnswer' },
)

export const SentDelivery = Type.Object(
  { ok: Type.Literal(true), deliveryId: Type.String() },
  { title: 'SentDelivery' },
)

export const TestWebhookBody = Type.Object(
  {
    webhookId: Type.Optional(text('A registered address. Either this or url')),
    url: Type.Optional(text('Any other address, for once')),
    status: Type.Optional(
      Type.Enum(receiptStatuses, {
        type: 'string',
        description: 'What the receipt is said to have become; default completed',
      }),
    ),
  },
  { title: 'TestWebhookBody' },
)
export type TestWebhookBody = Static<typeof TestWebhookBody>
