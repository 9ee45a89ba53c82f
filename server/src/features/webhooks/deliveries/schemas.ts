import { type Static, Type } from 'typebox'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { integerText } from '../../../platform/http/query-schemas.js'
import {
  boolean,
  integer,
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  text,
} from '../../../platform/http/schemas.js'
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

const attemptFields = {
  at: integer('Unix ms'),
  httpStatus: orNull(Type.Integer(), 'The status of the response; null if there was none'),
  error: orNull(Type.String(), 'Why the attempt failed, e.g. timeout or not_2xx; null on success'),
  durationMs: Type.Integer(),
}

const Attempt = namedObject('DeliveryAttempt', attemptFields)

const AttemptWithResponse = namedObject('DeliveryAttemptWithResponse', {
  ...attemptFields,
  response: Type.Optional(
    orNull(
      namedObject(
        'ReceiverResponse',
        {
          contentType: orNull(Type.String(), 'Its content-type header'),
          body: orNull(Type.String(), 'The first 2 KB as text; null for a binary body'),
          isTruncated: boolean('Whether the body was longer'),
        },
        { description: 'Untrusted text. Characters that cannot be shown are U+FFFD.' },
      ),
      'Null when there was none, or an empty one. Absent without the right shop:write',
    ),
  ),
})

const summaryFields = {
  deliveryId: Type.String(),
  eventId: Type.String(),
  receiptId: orNull(Type.String(), 'null for a test event'),
  event: namedEnum('WebhookKind', webhookKinds),
  url: Type.String(),
  webhookId: orNull(Type.String(), "null for the receipt's own webhook URL"),
  status: namedEnum('DeliveryStatus', deliveryStatuses, 'pending may be retried; failed is final'),
  attempts: Type.Array(Attempt, { description: 'Oldest first' }),
  createdAt: integer('Unix ms'),
}

const Delivery = namedObject('Delivery', summaryFields)

export const DeliveryPage = okResponse('DeliveryPage', {
  deliveries: Type.Array(Delivery, { description: 'Newest first' }),
  nextCursor: orNull(Type.String(), 'The cursor of the next page; null on the last one'),
})

export const DeliveryParams = Type.Object({ id: Type.String() })

export const DeliveryResponse = okResponse('DeliveryResponse', {
  delivery: namedObject('DeliveryWithRequest', {
    ...summaryFields,
    attempts: Type.Array(AttemptWithResponse, { description: 'Oldest first' }),
    request: Type.Object({
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'Headers of the last attempt, or of the first one before it is sent',
      }),
      body: text('The exact body, for verifying the signature'),
    }),
  }),
})

export const SentDelivery = okResponse('SentDelivery', { deliveryId: Type.String() })

export const TestWebhookBody = namedObject('TestWebhookBody', {
  webhookId: Type.Optional(text('The id of a webhook. Pass either this or url')),
  url: Type.Optional(text('Any other URL')),
  status: Type.Optional(
    namedEnum(
      'ReceiptStatusName',
      receiptStatuses,
      'The status in the test event; default completed',
    ),
  ),
})
export type TestWebhookBody = Static<typeof TestWebhookBody>
