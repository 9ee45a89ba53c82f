import { type Static, Type } from 'typebox'
import { DegradedFields } from '../../../platform/degraded/degraded.js'
import { billingFields, checkoutFields } from './checkout-schemas.js'

const any = (description: string) => Type.Optional(Type.Any({ description }))
const textOrNull = Type.Union([Type.String(), Type.Null()])

/** Validated in code, for better error messages than a schema gives. */
export const CreateReceiptBody = Type.Object(
  {
    id: Type.Optional(
      Type.String({ description: 'Unique per merchant; letters, digits, . _ : -' }),
    ),
    lineItems: any('Either {label, priceUsd, qty?} or {label, amount, qty?}, not both'),
    currency: any('USD (default) or EUR; the currency of amount and total'),
    total: any('With amount: must equal the sum of the lines'),
    totalUsd: any('With priceUsd: must equal the sum of the lines'),
    ...billingFields,
    ...checkoutFields,
  },
  { title: 'CreateReceiptBody' },
)
export type CreateReceiptBody = Static<typeof CreateReceiptBody>

export const CreatedReceipt = Type.Object(
  {
    id: Type.String(),
    paymentUrl: Type.String(),
    status: Type.Literal('pending'),
    redirectUrl: textOrNull,
    webhookUrl: textOrNull,
    ...DegradedFields,
  },
  { title: 'CreatedReceipt' },
)
