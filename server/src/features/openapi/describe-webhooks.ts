import type { TObject } from 'typebox'
import { createExample } from './create-example.js'
import { hoistSchemas, type JsonObject, type SchemaTable } from './hoist-schemas.js'

/** The data of every event that a webhook can receive, by its kind. */
export type WebhookEvents = Readonly<Record<string, TObject>>

/** Describes the requests that the service sends to webhooks, one per kind of event. */
export function describeWebhooks(events: WebhookEvents, schemas: SchemaTable): JsonObject {
  return Object.fromEntries(
    Object.entries(events).map(([kind, data]) => [
      kind,
      { post: describeDelivery(kind, data, schemas) },
    ]),
  )
}

function describeDelivery(kind: string, data: TObject, schemas: SchemaTable): JsonObject {
  const name = toName(kind)
  const body = {
    title: `${name}Event`,
    type: 'object',
    required: ['event', ...(data.required ?? [])],
    properties: { event: { type: 'string', const: kind }, ...data.properties },
  }
  const schema = hoistSchemas(body, schemas)
  return {
    operationId: `on${name}`,
    summary: `Receive ${kind}`,
    description:
      'Sent to your webhooks that name this kind of event. Verify the signature in `webhook-signature`, as docs/webhooks.md describes.',
    tags: ['webhooks'],
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: createExample(schema, schemas) } },
    },
    responses: { '2XX': { description: 'Received. Any other status is retried.' } },
  }
}

/** Names `receipt.status_updated` `ReceiptStatusUpdated`. */
function toName(kind: string): string {
  return kind
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
