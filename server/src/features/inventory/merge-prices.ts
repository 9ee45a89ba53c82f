import type { Currency } from '../../lib/money.js'
import type { ItemFields } from './item.js'
import type { ItemChange } from './item-rules.js'

type Prices = Pick<ItemFields, 'priceUsdCents' | 'priceCents' | 'currency'>

const none: Prices = { priceUsdCents: null, priceCents: null, currency: null }

/**
 * Returns the prices of an item after a change. A native price in dollars is also the dollar price:
 * changing either changes both, and two different values are refused.
 */
export function mergePrices(
  before: Prices | null,
  change: Pick<ItemChange, 'priceUsd' | 'price' | 'currency'>,
): { value: Prices } | { problem: string } {
  const old = before ?? none
  const isNativeGiven = change.price !== undefined && change.price !== null
  const priceCents = change.price === undefined ? old.priceCents : change.price
  const currency = priceCents === null ? null : chooseCurrency(old, change)
  const usd = change.priceUsd

  if (isOnlyRenamed(old, change)) {
    return { problem: 'currency can change only together with price' }
  }
  if (priceCents === null && change.currency === 'EUR') {
    return { problem: 'currency EUR requires price' }
  }
  if (currency === 'USD') {
    if (usd === undefined || usd === null || usd === priceCents) {
      return { value: { priceUsdCents: null, priceCents, currency } }
    }
    if (isNativeGiven) return { problem: 'price in USD and priceUsd must be equal' }
    return { value: { priceUsdCents: null, priceCents: usd, currency } }
  }

  const priceUsdCents = usd === undefined ? old.priceUsdCents : usd
  if (priceUsdCents === null && priceCents === null) {
    return { problem: 'priceUsd or price is required' }
  }
  return { value: { priceUsdCents, priceCents, currency } }
}

/** Defaults to the item's current currency, then to USD. */
function chooseCurrency(old: Prices, change: Pick<ItemChange, 'currency'>): Currency {
  return change.currency ?? old.currency ?? 'USD'
}

/** The same number in another currency would be a different price. */
function isOnlyRenamed(
  old: Prices,
  { price, currency }: Pick<ItemChange, 'price' | 'currency'>,
): boolean {
  const isRenamed = currency !== undefined && currency !== null && currency !== old.currency
  return old.currency !== null && price === undefined && isRenamed
}
