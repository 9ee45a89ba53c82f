import { type Static, Type } from 'typebox'
import { DegradedFields } from '../../../platform/degraded/degraded.js'
import { namedObject, okResponse } from '../../../platform/http/schemas.js'
import { ReceiptResponse } from '../../receipts/schemas.js'

const any = (description: string) => Type.Optional(Type.Any({ description }))

/** Validated in code, for better error messages than a schema gives. */
export const TerminalBody = namedObject('TerminalBody', {
  amountUsd: any('Before tax and fee, in dollars'),
  amount: any('Before tax and fee, in currency; send either amount or amountUsd'),
  amounts: any(
    'Several amounts {amount, label} in currency, each a line of its own, instead of amount',
  ),
  items: any('Catalog items {id or sku, qty}; with items, the amount is optional'),
  currency: any('USD or EUR; with an amount the default is USD, else as in orders'),
  label: any('Of the amount. Default: Payment'),
  discount: any('Reduces the subtotal before tax, in the currency of the receipt'),
  discountUsd: any('The same in dollars; send either discount or discountUsd'),
  tip: any('Without tax and fee, in the currency of the receipt'),
  tipUsd: any('The same in dollars; send either tip or tipUsd'),
  webhook_url: any('For status webhooks'),
  webhookUrl: any('Another name of webhook_url'),
  billingFirstName: any('First name of the customer'),
  billingLastName: any('Last name of the customer'),
  billingEmail: any('Email address of the customer'),
  reference: any('Your own reference'),
  jurisdictionCode: any('e.g. US-CA'),
  taxRate: any('0 to 1; replaces the rate of the jurisdiction'),
  taxComponents: any('Only these components of the jurisdiction'),
})
export type TerminalBody = Static<typeof TerminalBody>

export const MadeReceipt = okResponse('MadeReceipt', {
  ...DegradedFields,
  receipt: ReceiptResponse,
})
