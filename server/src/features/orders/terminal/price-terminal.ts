import { type Cents, type Currency, cents, sumCents } from '../../../lib/money.js'
import { requireBounded, saleBill } from '../../receipts/amounts/sale-bill.js'
import { requireAccepted, valueAt } from '../../receipts/create/gather-sale-facts.js'
import { resolveSaleTax } from '../../tax/resolve-sale-tax.js'
import type { OrderFacts } from '../gather/gather-order-facts.js'
import { chooseCurrency, divideByRate } from '../price/price-item.js'
import {
  findOrderedItems,
  type PricedOrder,
  priceLines,
  type WantedItem,
} from '../price/price-order.js'
import type { GivenAmount, TerminalRequest } from './read-terminal.js'

/** A priced sale at the point of sale. */
export type PricedTerminal = Pick<
  PricedOrder,
  'bill' | 'tax' | 'sale' | 'orderedItems' | 'versions'
> & {
  /** Before the discount, in the currency of the receipt. */
  goods: Cents
  tip: Cents
}

/**
 * Prices a sale at the point of sale: items as in orders, then the amount, the discount and the
 * tip.
 *
 * @throws {AppError} `invalid_amount`, `invalid_input`, `inventory_item_not_found`,
 *   `exchange_rate_unavailable`.
 */
export function priceTerminal(facts: OrderFacts, request: TerminalRequest): PricedTerminal {
  const { shop, versions, feeRate } = facts
  const { bases, discount } = request
  const tax = resolveSaleTax(shop, request.tax)
  const orderedItems = findOrderedItems(facts.items, request.ordered)
  const currency = currencyOf(request, orderedItems)
  // An amount in dollars alone needs no accepted currency, as in direct receipts.
  if (currency !== null || orderedItems.length > 0) requireAccepted(shop, currency ?? 'USD')

  const { sold, valuation, usesEuroRate } = priceLines(facts, { orderedItems, currency })
  for (const base of bases) sold.push(baseLine(base, shop.tax.priceIncludesTax))
  const goods = sumCents(sold.map(({ amount }) => amount))
  const tip = request.tip ? inCurrency(facts, request.tip, currency) : cents(0n)
  const { sale, ...bill } = saleBill({
    sold,
    tax,
    valuation,
    feeRate,
    discount: discount ? inCurrency(facts, discount, currency) : cents(0n),
    tip,
  })
  requireBounded(bill, 'invalid_amount')
  const used = { ...versions, euroRate: usesEuroRate ? versions.euroRate : null }
  return { bill, tax, sale, goods, tip, orderedItems, versions: used }
}

/** Returns the currency of the receipt. Null means dollars only. */
function currencyOf(
  { bases: [base], currency }: TerminalRequest,
  orderedItems: WantedItem[],
): Currency | null {
  if (base) return base.isInDollars ? null : currency
  return chooseCurrency(
    currency,
    orderedItems.map(({ item }) => item),
  )
}

function baseLine({ amount, label }: GivenAmount & { label: string }, includesTax: boolean) {
  const bare = { qty: null, itemId: null, sku: null, thumb: null }
  return { label, amount, taxable: true, includesTax, ...bare }
}

function inCurrency(
  facts: OrderFacts,
  { amount, isInDollars }: GivenAmount,
  currency: Currency | null,
): Cents {
  if (!isInDollars || currency !== 'EUR') return amount
  return divideByRate(amount, valueAt(facts, 'EUR').usdPerUnit)
}
