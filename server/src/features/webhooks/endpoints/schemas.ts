import { type Static, Type } from 'typebox'
import { okResponse, orNull } from '../../../platform/http/schemas.js'
import { webhookKinds } from '../webhook-kind.js'

const url = Type.String({ description: 'An absolute https URL; http is allowed in sandbox mode' })
const events = Type.Array(Type.Enum(webhookKinds, { title: 'WebhookKind', type: 'string' }), {
  minItems: 1,
  uniqueItems: true,
  description:
    'The event kinds it receives; default receipt.status_updated only. The other receipt kinds stand for a single status.',
})
const enabled = Type.Boolean({ description: 'Whether it receives events; default true' })
const extendedRetries = Type.Boolean({
  description: 'Whether failed deliveries are retried beyond the usual two attempts; default false',
})

export const CreateWebhookBody = Type.Object(
  {
    url,
    events: Type.Optional(events),
    enabled: Type.Optional(enabled),
    extendedRetries: Type.Optional(extendedRetries),
  },
  { title: 'CreateWebhookBody' },
)
export type CreateWebhookBody = Static<typeof CreateWebhookBody>

export const UpdateWebhookBody = Type.Partial(CreateWebhookBody, {
  title: 'UpdateWebhookBody',
  description: 'Omitted fields keep their values',
})
export type UpdateWebhookBody = Static<typeof UpdateWebhookBody>

export const WebhookParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

const shown = {
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.Enum(webhookKinds, { title: 'WebhookKind', type: 'string' })),
  enabled: Type.Boolean(),
  extendedRetries: Type.Boolean(),
  createdAt: Type.Integer({ description: 'Unix ms' }),
}

const Webhook = Type.Object(shown, { title: 'Webhook' })

export const NewWebhook = Type.Object(
  {
    ...shown,
    secret: orNull(
      Type.String(),
      'Verifies its deliveries. Shown only once: null when the request is a repetition.',
    ),
  },
  { title: 'NewWebhook' },
)

export const CreatedWebhook = okResponse('CreatedWebhook', { webhook: NewWebhook })

export const ChangedWebhook = okResponse('ChangedWebhook', { webhook: Webhook })

export const Webhooks = okResponse('Webhooks', {
  webhooks: Type.Array(Webhook, { description: 'Oldest first' }),
})

export const DeletedWebhook = okResponse('DeletedWebhook', {
  id: Type.String(),
  deleted: Type.Literal(true),
})
