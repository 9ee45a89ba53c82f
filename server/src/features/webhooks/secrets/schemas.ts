import { Type } from 'typebox'
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

const previousSecretUntil = Type.Union([Type.Integer(), Type.Null()], {
  description: 'Unix ms; until then the old secret signs as well. Null without one.',
})

export const RotatedWebhook = Type.Object(
  {
    ok: Type.Literal(true),
    webhook: Type.Object(
      { ...NewWebhook.properties, previousSecretUntil },
      { title: 'RotatedWebhookSecret' },
    ),
  },
  { title: 'RotatedWebhook' },
)

const shown = {
  createdAt: Type.Integer({ description: 'Unix ms' }),
  updatedAt: Type.Integer({ description: 'Unix ms; when it was last replaced' }),
  previousSecretUntil,
}

export const ShopSecretResponse = Type.Object(
  {
    ok: Type.Literal(true),
    shopSecret: Type.Union([Type.Object(shown, { title: 'ShopSecret' }), Type.Null()], {
      description: 'Null before the first one is created',
    }),
  },
  { title: 'ShopSecretResponse' },
)

export const RotatedShopSecret = Type.Object(
  {
    ok: Type.Literal(true),
    shopSecret: Type.Object(
      { ...shown, secret: NewWebhook.properties.secret },
      { title: 'NewShopSecret' },
    ),
  },
  { title: 'RotatedShopSecret' },
)
