import type { Currency } from '../../lib/currencies.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { requirePublicTarget } from '../../platform/outbound/require-public-target.js'
import { feeRate } from '../pricing/fee-rate.js'
import { getMerchantRate } from '../pricing/get-merchant-rate.js'
import type { PricedSale } from '../pricing/price-sale.js'
import { requireAccepted } from '../pricing/require-accepted.js'
import { readCurrency } from '../receipts/amounts/read-receipt-bill.js'
import { type SoldLine, saleBill } from '../receipts/amounts/sale-bill.js'
import { readCheckoutFields } from '../receipts/create/read-checkout-fields.js'
import { requireBounded } from '../receipts/create/require-bounded.js'
import type { Bill, CheckoutFields, Valuation } from '../receipts/receipt.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import type { ShopConfig } from '../shop/schemas.js'
import { resolveSaleTax, type SaleTax } from '../tax/resolve-sale-tax.js'
import { chooseCurrency } from './choose-currency.js'
import { findOrderedItems, type WantedItem } from './find-ordered-items.js'
import { needsRate, priceItem, priceQuantity } from './price-item.js'
import { readOrderItems } from './read-order-items.js'
import type { OrderBody } from './schemas.js'

/** The most characters that all thumbnails of a receipt take, so that a page of 200 receipts stays small. */
const maxThumbsLength = 65_536

/** An order with everything needed to quote or place it. */
export type PreparedOrder = {
  checkout: CheckoutFields
  shop: ShopConfig
  wanted: WantedItem[]
  tax: SaleTax
  bill: Bill
  sale: PricedSale
}

/**
 * Prices an order. Reports an invalid body before unknown items.
 *
 * @throws {AppError} `items_required`, `invalid_input`, `inventory_item_not_found`,
 *   `exchange_rate_unavailable`.
 */
export async function prepareOrder(
  ctx: Pick<TxContext, 'db' | 'now' | 'config' | 'resolveHost'>,
  { merchant, body }: { merchant: Address; body: OrderBody },
): Promise<PreparedOrder> {
  const ordered = readOrderItems(body.items)
  const requested = isGiven(body.currency) ? readCurrency(body.currency) : null
  const checkout = readCheckoutFields(body, ctx.config.mode)
  const { webhookUrl } = checkout
  if (webhookUrl) await requirePublicTarget(ctx, { url: webhookUrl, field: 'webhook_url' })

  const shop = await getShopConfig(ctx, merchant)
  const tax = await resolveSaleTax(ctx, { merchant, shop, given: body })
  const wanted = await findOrderedItems(ctx, { merchant, ordered })
  const currency = chooseCurrency(
    requested,
    wanted.map(({ item }) => item),
  )
  requireAccepted(shop, currency ?? 'USD')
  const { sold, valuation } = await priceLines(ctx, { merchant, shop, wanted, currency })
  const { sale, ...bill } = saleBill({ sold, tax, valuation, feeRate: feeRate(ctx.config, shop) })
  requireBounded(bill, 'invalid_input')
  return { checkout, shop, wanted, tax, bill, sale }
}

async function priceLines(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  input: { merchant: Address; shop: ShopConfig; wanted: WantedItem[]; currency: Currency | null },
): Promise<{ sold: SoldLine[]; valuation: Valuation | null }> {
  const { merchant, shop, wanted, currency } = input
  const target = currency ?? 'USD'
  const isRateNeeded = target === 'EUR' || wanted.some(({ item }) => needsRate(item, target))
  const rate = await getMerchantRate(ctx, { merchant, unit: isRateNeeded ? 'EUR' : 'USD' })

  const sold = keepSmallThumbs(
    wanted.map(({ item, qty }) => ({
      label: item.name,
      amount: priceQuantity(priceItem(item, target, rate.usdPerUnit), qty),
      taxable: item.taxable,
      includesTax: item.priceIncludesTax || shop.tax.priceIncludesTax,
      qty: Number(qty) / 1_000,
      itemId: item.id,
      sku: item.sku,
      thumb: item.thumb,
    })),
  )
  if (currency === null) return { sold, valuation: null }
  const valued = currency === 'USD' ? await getMerchantRate(ctx, { merchant, unit: 'USD' }) : rate
  const { usdPerUnit, quotedAt, provider } = valued
  return { sold, valuation: { currency, usdPerUnit, quotedAt, provider } }
}

/** Drops thumbnails that exceed the limit of a receipt. Earlier lines keep theirs first. */
export function keepSmallThumbs<Line extends { thumb: string | null }>(
  lines: readonly Line[],
): Line[] {
  let left = maxThumbsLength
  return lines.map((line) => {
    const length = line.thumb?.length ?? 0
    if (length > left) return { ...line, thumb: null }
    left -= length
    return line
  })
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
