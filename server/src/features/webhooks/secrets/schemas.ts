import { Type } from 'typebox'
import { okResponse, orNull } from '../../../platform/http/schemas.js'
import { NewWebhook } from '../endpoints/schemas.js'

export const RotateSecretBody = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'How long the old secret signs beside the new one; default 24',
      }),
    ),
  },
  { title: 'RotateSecretBody' },
)

const previousSecretUntil = orNull(
  Type.Integer(),
  'Unix ms; until then the old secret signs as well. Null without one.',
)

export const RotatedWebhook = okResponse('RotatedWebhook', {
  webhook: Type.Object(
    { ...NewWebhook.properties, previousSecretUntil },
    { title: 'RotatedWebhookSecret' },
  ),
})

const shown = {
  createdAt: Type.Integer({ description: 'Unix ms' }),
  updatedAt: Type.Integer({ description: 'Unix ms; when it was last replaced' }),
  previousSecretUntil,
}

export const ShopSecretResponse = okResponse('ShopSecretResponse', {
  shopSecret: Type.Union([Type.Object(shown, { title: 'ShopSecret' }), Type.Null()], {
    description: 'Null before the first one is created',
  }),
})

export const RotatedShopSecret = okResponse('RotatedShopSecret', {
  shopSecret: Type.Object(
    { ...shown, secret: NewWebhook.properties.secret },
    { title: 'NewShopSecret' },
  ),
})
