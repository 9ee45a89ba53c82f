import type { Currency } from '../../../lib/money.js'
import { readCurrency } from '../../../lib/read-currency.js'
import type { Context } from '../../../platform/context.js'
import { requirePublicTarget } from '../../../platform/outbound/require-public-target.js'
import { readCheckoutFields } from '../../receipts/create/read-checkout-fields.js'
import type { CheckoutFields } from '../../receipts/receipt.js'
import type { GivenTax } from '../../tax/resolve-sale-tax.js'
import type { OrderBody } from '../schemas.js'
import { type OrderedItem, readOrderItems } from './read-order-items.js'

/** A valid order, before prices. */
export type OrderRequest = {
  ordered: OrderedItem[]
  /** Null when the catalog decides. */
  currency: Currency | null
  checkout: CheckoutFields
  tax: GivenTax
}

/**
 * Reads the body of an order.
 *
 * @throws {AppError} `items_required`, `invalid_input`.
 */
export async function readOrder(
  ctx: Pick<Context, 'config' | 'resolveHost'>,
  body: OrderBody,
): Promise<OrderRequest> {
  const ordered = readOrderItems(body.items)
  const currency = isGiven(body.currency) ? readCurrency(body.currency) : null
  const checkout = readCheckoutFields(body, ctx.config.mode)
  const { webhookUrl } = checkout
  if (webhookUrl) await requirePublicTarget(ctx, { url: webhookUrl, field: 'webhook_url' })
  return { ordered, currency, checkout, tax: body }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
