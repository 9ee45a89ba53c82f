import { type Static, Type } from 'typebox'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { integerText } from '../../../platform/http/query-schemas.js'
import { okResponse, orNull, text } from '../../../platform/http/schemas.js'
import { deliveryStatuses } from '../delivery.js'
import { webhookKinds } from '../webhook-kind.js'

export const DeliveryQuery = Type.Object({
  receiptId: Type.Optional(text('Only deliveries about this receipt')),
  status: Type.Optional(text('pending, delivered or failed')),
  webhookId: Type.Optional(text('Only deliveries to this webhook')),
  cursor: Type.Optional(text('nextCursor of the previous page')),
  limit: integerText('1 to 100, default 50', { minimum: 1, maximum: 100, default: 50 }),
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

const Attempt = Type.Object(
  {
    at: Type.Integer({ description: 'Unix ms' }),
    httpStatus: orNull(Type.Integer(), 'The status of the response; null without one'),
    error: orNull(
      Type.String(),
      'Why the attempt failed, e.g. timeout or not_2xx; null on success',
    ),
    durationMs: Type.Integer(),
  },
  { title: 'DeliveryAttempt' },
)

const shown = {
  deliveryId: Type.String(),
  eventId: Type.String(),
  receiptId: orNull(Type.String(), 'null for a test event'),
  event: Type.Enum(webhookKinds, { title: 'WebhookKind', type: 'string' }),
  url: Type.String(),
  webhookId: orNull(Type.String(), "null for the receipt's own webhook URL"),
  status: Type.Enum(deliveryStatuses, {
    title: 'DeliveryStatus',
    type: 'string',
    description: 'pending may be retried; failed is final',
  }),
  attempts: Type.Array(Attempt, { description: 'Oldest first' }),
  createdAt: Type.Integer({ description: 'Unix ms' }),
}

const Delivery = Type.Object(shown, { title: 'Delivery' })

export const DeliveryPage = okResponse('DeliveryPage', {
  deliveries: Type.Array(Delivery, { description: 'Newest first' }),
  nextCursor: orNull(Type.String(), 'The cursor of the next page; null on the last one'),
})

export const DeliveryParams = Type.Object({ id: Type.String() })

export const DeliveryResponse = okResponse('DeliveryResponse', {
  delivery: Type.Object(
    {
      ...shown,
      request: Type.Object({
        headers: Type.Record(Type.String(), Type.String(), {
          description: 'Headers of the last attempt, or of the first one before it is sent',
        }),
        body: text('The exact body, for verifying the signature'),
      }),
    },
    { title: 'DeliveryWithRequest' },
  ),
})

export const SentDelivery = okResponse('SentDelivery', { deliveryId: Type.String() })

export const TestWebhookBody = Type.Object(
  {
    webhookId: Type.Optional(text('The id of a webhook. Pass either this or url')),
    url: Type.Optional(text('Any other URL')),
    status: Type.Optional(
      Type.Enum(receiptStatuses, {
        title: 'ReceiptStatusName',
        type: 'string',
        description: 'The status in the test event; default completed',
      }),
    ),
  },
  { title: 'TestWebhookBody' },
)
export type TestWebhookBody = Static<typeof TestWebhookBody>
