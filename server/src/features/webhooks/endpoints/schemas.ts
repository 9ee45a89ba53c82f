import { type Static, Type } from 'typebox'
import {
  boolean,
  integer,
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  text,
  time,
} from '../../../platform/http/schemas.js'
import { webhookKinds } from '../webhook-kind.js'

const url = text('An absolute https URL; http is allowed in sandbox mode')
const events = Type.Array(namedEnum('WebhookKind', webhookKinds), {
  minItems: 1,
  uniqueItems: true,
  description:
    'The event kinds it receives; default receipt.status_updated only. The other receipt kinds stand for a single status.',
})
const enabled = boolean('Whether it receives events; default true')
const extendedRetries = boolean(
  'Whether failed deliveries are retried beyond the usual two attempts; default false',
)

export const CreateWebhookBody = namedObject('CreateWebhookBody', {
  url,
  events: Type.Optional(events),
  enabled: Type.Optional(enabled),
  extendedRetries: Type.Optional(extendedRetries),
})
export type CreateWebhookBody = Static<typeof CreateWebhookBody>

export const UpdateWebhookBody = Type.Partial(CreateWebhookBody, {
  title: 'UpdateWebhookBody',
  description: 'Omitted fields keep their values',
})
export type UpdateWebhookBody = Static<typeof UpdateWebhookBody>

export const WebhookParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

const endpointFields = {
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(namedEnum('WebhookKind', webhookKinds)),
  enabled: Type.Boolean(),
  extendedRetries: Type.Boolean(),
  createdAt: integer('Unix ms'),
}

const Webhook = namedObject('Webhook', endpointFields)

const NewWebhook = namedObject('NewWebhook', {
  ...endpointFields,
  secret: orNull(
    Type.String(),
    'Verifies its deliveries. Shown only once: null when the request is a repetition.',
  ),
})

export const CreatedWebhook = okResponse('CreatedWebhook', { webhook: NewWebhook })

export const ChangedWebhook = okResponse('ChangedWebhook', { webhook: Webhook })

export const Webhooks = okResponse('Webhooks', {
  webhooks: Type.Array(Webhook, { description: 'Oldest first' }),
})

export const DeletedWebhook = okResponse('DeletedWebhook', {
  id: Type.String(),
  deleted: Type.Literal(true),
})

export const RotateSecretBody = namedObject('RotateSecretBody', {
  overlapHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 168,
      description: 'How long the old secret signs beside the new one; default 24',
    }),
  ),
})

const previousSecretUntil = orNull(
  Type.Integer(),
  'Unix ms; until then the old secret signs as well. Null if there is none.',
)

export const RotatedWebhook = okResponse('RotatedWebhook', {
  webhook: namedObject('RotatedWebhookSecret', { ...NewWebhook.properties, previousSecretUntil }),
})

const shopSecret = {
  createdAt: integer('Unix ms'),
  updatedAt: time('when it was last replaced'),
  previousSecretUntil,
}

export const ShopSecretResponse = okResponse('ShopSecretResponse', {
  shopSecret: orNull(namedObject('ShopSecret', shopSecret), 'Null before the first one is created'),
})

export const RotatedShopSecret = okResponse('RotatedShopSecret', {
  shopSecret: namedObject('NewShopSecret', { ...shopSecret, secret: NewWebhook.properties.secret }),
})
