import { Type } from 'typebox'
import { namedObject, okResponse, orNull, text } from '../../platform/http/schemas.js'
import { ReceiptResponse } from '../receipts/schemas.js'

const any = (description: string) => Type.Optional(Type.Any({ description }))

/** Validated in code, to return the documented error codes. */
export const PaidOrderBody = namedObject('PaidOrderBody', {
  shopSlug: any('Required; the slug of a shop in the directory'),
  items: any('Required; at least one {sku, qty}, with whole quantities'),
  jurisdictionCode: any("For the tax, e.g. US-CA; defaults to the shop's"),
})

export const PaidOrder = okResponse('PaidOrder', { receipt: ReceiptResponse })

export const SubscribeBody = namedObject('SubscribeBody', {
  planKey: any('Required; starter, pro or enterprise'),
})

export const Subscribed = okResponse('Subscribed', {
  plan: Type.String(),
  priceUsd: Type.Number(),
  subscriptionId: Type.String(),
  apiKey: orNull(
    Type.String(),
    'Shown once; null when the response is repeated, or when others submitted the payment',
  ),
  message: Type.String(),
})

export const PaymentRequiredResponse = namedObject(
  'PaymentRequired',
  {
    x402Version: Type.Integer(),
    error: text('Why the payment is required, or was refused'),
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
  { additionalProperties: true },
)
