import { type Static, Type } from 'typebox'
import { DegradedFields } from '../../../platform/degraded/degraded.js'
import { ReceiptResponse } from '../schemas.js'

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
    redirect_url: any('For the onramp; also redirectUrl'),
    returnUrl: any('After the payment; also return_url'),
    webhook_url: any('For status webhooks; also webhookUrl'),
    onSuccess: any('A URL or a script'),
    metadata: any('An object of at most 16 KiB'),
  },
  { title: 'CreateReceiptBody', additionalProperties: true },
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

/** Validated in code, for better error messages than a schema gives. */
export const TerminalBody = Type.Object(
  {
    amountUsd: any('Before tax and fee, in dollars'),
    amount: any('Before tax and fee, in currency; send either amount or amountUsd'),
    currency: any('USD (default) or EUR'),
    label: any('Default: Payment'),
    jurisdictionCode: any('e.g. US-CA'),
    taxRate: any('0 to 1; replaces the rate of the jurisdiction'),
    taxComponents: any('Only these components of the jurisdiction'),
  },
  { title: 'TerminalBody', additionalProperties: true },
)
export type TerminalBody = Static<typeof TerminalBody>

export const MadeReceipt = Type.Object(
  { ok: Type.Literal(true), ...DegradedFields, receipt: ReceiptResponse },
  { title: 'MadeReceipt' },
)
