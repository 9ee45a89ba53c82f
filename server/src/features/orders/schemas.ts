import { type Static, Type } from 'typebox'
import { currencies } from '../../lib/money.js'
import { DegradedFields } from '../../platform/degraded/degraded.js'
import { namedEnum, namedObject, number, okResponse, time } from '../../platform/http/schemas.js'
import { billingFields, checkoutFields } from '../receipts/create/checkout-schemas.js'
import { ReceiptResponse } from '../receipts/schemas.js'

const any = (description: string) => Type.Optional(Type.Any({ description }))

/** Validated in code, to return the documented error codes. */
export const OrderBody = namedObject('OrderBody', {
  items: any('At least one {id or sku, qty}; qty from 1, with at most three decimals'),
  currency: any(
    'USD or EUR; defaults to the currency in which all items have a native price, or US dollars',
  ),
  jurisdictionCode: any("e.g. US-CA; defaults to the shop's"),
  taxRate: any('0 to 1; replaces the rate of the jurisdiction'),
  taxComponents: any('Only these components of the jurisdiction'),
  ...billingFields,
  ...checkoutFields,
})
export type OrderBody = Static<typeof OrderBody>

/** The fields a buyer may set without a key. */
export const ShopOrderBody = namedObject('ShopOrderBody', {
  items: any('At least one {id or sku, qty}'),
  currency: any('USD or EUR'),
  jurisdictionCode: any('One that the shop allows; see publicOrders of its configuration'),
  returnUrl: any('After the payment, on a site that the shop allows'),
  return_url: any('Another name of returnUrl'),
  ...billingFields,
  onrampEmail: checkoutFields.onrampEmail,
})

export const PlacedOrder = okResponse('PlacedOrder', {
  ...DegradedFields,
  receipt: ReceiptResponse,
})

const Quote = namedObject('OrderQuote', {
  currency: namedEnum('Currency', currencies),
  total: Type.Optional(Type.Number()),
  totalUsd: Type.Number(),
  lineItems: ReceiptResponse.properties.lineItems,
  jurisdictionCode: ReceiptResponse.properties.jurisdictionCode,
  taxRate: Type.Number(),
  taxComponents: Type.Array(Type.String()),
  taxBreakdown: Type.Array(
    Type.Object({
      code: Type.String(),
      name: Type.String(),
      rate: Type.Number(),
      amount: number('In the currency of the order; the amounts sum to the tax'),
    }),
  ),
  expiresAt: time('prices and rates may change after this time'),
})

export const QuotedOrder = okResponse('QuotedOrder', { quote: Quote })

export const ShopParams = Type.Object({ slug: Type.String() })
