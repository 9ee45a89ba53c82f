import { Type } from 'typebox'
import { ReceiptResponse } from '../receipts/schemas.js'

const any = (description: string) => Type.Optional(Type.Any({ description }))

/** Validated in code, to return the documented error codes. */
export const PaidOrderBody = Type.Object(
  {
    shopSlug: any('Required; the slug of a shop in the directory'),
    items: any('Required; at least one {sku, qty}, with whole quantities'),
    jurisdictionCode: any("For the tax, e.g. US-CA; defaults to the shop's"),
  },
  { title: 'PaidOrderBody' },
)

export const PaidOrder = Type.Object(
  { ok: Type.Literal(true), receipt: ReceiptResponse },
  { title: 'PaidOrder' },
)

export const SubscribeBody = Type.Object(
  { planKey: any('Required; starter, pro or enterprise') },
  { title: 'SubscribeBody' },
)

export const Subscribed = Type.Object(
  {
    ok: Type.Literal(true),
    plan: Type.String(),
    priceUsd: Type.Number(),
    subscriptionId: Type.String(),
    apiKey: Type.Union([Type.String(), Type.Null()], {
      description:
        'Shown once; null when the response is repeated, or when others submitted the payment',
    }),
    message: Type.String(),
  },
  { title: 'Subscribed' },
)

export const PaymentRequiredResponse = Type.Object(
  {
    x402Version: Type.Integer(),
    error: Type.String({ description: 'Why the payment is required, or was refused' }),
    accepts: Type.Array(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    ),
    quote: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: 'The itemized price',
      }),
    ),
  },
  { title: 'PaymentRequired', additionalProperties: true },
)
