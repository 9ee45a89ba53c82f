import { invalidInput } from '../../../lib/errors.js'
import { applyRate, type Cents, type Currency, cents, type Ppm } from '../../../lib/money.js'
import type { SaleItem } from '../../inventory/item.js'
import type { Thousandths } from '../read/read-order-items.js'

type Prices = Pick<SaleItem, 'priceUsdCents' | 'priceCents' | 'currency'>

/** Returns whether an item's price in a currency depends on the exchange rate. */
export function needsRate({ priceUsdCents, currency }: Prices, orderCurrency: Currency): boolean {
  return orderCurrency === 'EUR' ? currency !== 'EUR' : priceUsdCents === null && currency === 'EUR'
}

/** Returns the unit price in a currency. `usdPerEuro` is used only when needed. */
export function priceItem(item: Prices, orderCurrency: Currency, usdPerEuro: Ppm): Cents {
  const { priceUsdCents, priceCents, currency } = item
  if (currency === orderCurrency && priceCents !== null) return priceCents

  const usdCents = priceUsdCents ?? (currency === 'USD' ? priceCents : null)
  if (orderCurrency === 'USD') return usdCents ?? applyRate(requirePrice(priceCents), usdPerEuro)
  return divideByRate(requirePrice(usdCents), usdPerEuro)
}

/** Returns the price of a quantity, rounded once. */
export function priceQuantity(unit: Cents, qty: Thousandths): Cents {
  return cents((unit * qty + 500n) / 1_000n)
}

/** Converts dollars to euros, rounding half up. */
export function divideByRate(amount: Cents, usdPerEuro: Ppm): Cents {
  return cents((amount * 1_000_000n + usdPerEuro / 2n) / usdPerEuro)
}

function requirePrice(amount: Cents | null): Cents {
  if (amount === null) throw new Error('the item has no price')
  return amount
}

/**
 * Returns the currency of an order: the requested one, or the one in which every item has a native
 * price. Null means dollars only.
 *
 * @throws {AppError} `invalid_input` when every item has a native price, but in different
 *   currencies.
 */
export function chooseCurrency(
  requested: Currency | null,
  items: readonly Pick<SaleItem, 'currency'>[],
): Currency | null {
  if (requested) return requested
  const currencies = new Set(items.map(({ currency }) => currency))
  if (currencies.has(null)) return null
  if (currencies.size > 1) {
    throw invalidInput('The items are priced in several currencies. Set currency to choose one.')
  }
  return [...currencies][0] ?? null
}
