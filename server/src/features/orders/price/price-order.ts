import { AppError } from '../../../lib/errors.js'
import type { Currency } from '../../../lib/money.js'
import type { SaleItem } from '../../inventory/item.js'
import type { PricedSale } from '../../receipts/amounts/price-sale.js'
import { requireBounded, type SoldLine, saleBill } from '../../receipts/amounts/sale-bill.js'
import { requireAccepted, valueAt } from '../../receipts/create/gather-sale-facts.js'
import type { Bill, CheckoutFields, Valuation } from '../../receipts/receipt.js'
import type { ShopConfig } from '../../shop/schemas.js'
import type { Split } from '../../split/split.js'
import { resolveSaleTax, type SaleTax } from '../../tax/resolve-sale-tax.js'
import type { OrderFacts } from '../gather/gather-order-facts.js'
import type { OrderRequest } from '../read/read-order.js'
import type { OrderedItem, Thousandths } from '../read/read-order-items.js'
import { chooseCurrency, needsRate, priceItem, priceQuantity } from './price-item.js'

/** An item and the ordered quantity. */
export type WantedItem = { item: SaleItem; qty: Thousandths }

/** An order with everything needed to quote or place it. */
export type PricedOrder = {
  checkout: CheckoutFields
  shop: ShopConfig
  split: Split | null
  orderedItems: WantedItem[]
  tax: SaleTax
  bill: Bill
  sale: PricedSale
  /** The versions of the facts that the price depends on. */
  versions: OrderFacts['versions']
}

/**
 * Prices an order. Reports invalid tax fields before unknown items.
 *
 * @throws {AppError} `invalid_input`, `inventory_item_not_found`, `exchange_rate_unavailable`.
 */
export function priceOrder(facts: OrderFacts, request: OrderRequest): PricedOrder {
  const { shop, split, versions } = facts
  const { checkout } = request
  const tax = resolveSaleTax(shop, request.tax)
  const orderedItems = findOrderedItems(facts.items, request.ordered)
  const currency = chooseCurrency(
    request.currency,
    orderedItems.map(({ item }) => item),
  )
  requireAccepted(shop, currency ?? 'USD')
  const { sold, valuation, usesEuroRate } = priceLines(facts, { orderedItems, currency })
  const { sale, ...bill } = saleBill({ sold, tax, valuation, feeRate: facts.feeRate })
  requireBounded(bill, 'invalid_input')
  const used = { ...versions, euroRate: usesEuroRate ? versions.euroRate : null }
  return { checkout, shop, split, orderedItems, tax, bill, sale, versions: used }
}

/** Returns the ordered items, in the order of the request. */
export function findOrderedItems(
  items: readonly SaleItem[],
  ordered: readonly OrderedItem[],
): WantedItem[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const bySku = new Map(items.map((item) => [item.sku, item]))
  return ordered.map(({ id, sku, qty }) => {
    const item = id === null ? bySku.get(sku) : byId.get(id)
    if (item) return { item, qty }
    throw new AppError(
      'inventory_item_not_found',
      'An ordered item is not in the catalog or not for sale. GET /api/inventory lists your items, POST /api/inventory adds one.',
      { fields: { item: id ?? sku } },
    )
  })
}

/** Prices items in a currency, or in dollars only, and returns whether the euro's rate was used. */
export function priceLines(
  facts: OrderFacts,
  { orderedItems, currency }: { orderedItems: WantedItem[]; currency: Currency | null },
): { sold: SoldLine[]; valuation: Valuation | null; usesEuroRate: boolean } {
  const { shop } = facts
  const target = currency ?? 'USD'
  const usesEuroRate = target === 'EUR' || orderedItems.some(({ item }) => needsRate(item, target))
  const valueIn = (unit: Currency) => valueAt(facts, unit)
  const { usdPerUnit } = valueIn(usesEuroRate ? 'EUR' : 'USD')

  const sold = orderedItems.map(({ item, qty }) => ({
    label: item.name,
    amount: priceQuantity(priceItem(item, target, usdPerUnit), qty),
    taxable: item.taxable,
    includesTax: item.priceIncludesTax || shop.tax.priceIncludesTax,
    qty: Number(qty) / 1_000,
    itemId: item.id,
    sku: item.sku,
    thumb: item.thumb,
  }))
  return { sold, valuation: currency && valueIn(currency), usesEuroRate }
}
