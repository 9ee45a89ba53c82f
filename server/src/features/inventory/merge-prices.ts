import type { Currency } from '../../lib/currencies.js'
import type { ItemFields } from './item.js'
import type { ItemChange } from './item-rules.js'

type Prices = Pick<ItemFields, 'priceUsdCents' | 'priceCents' | 'currency'>

const none: Prices = { priceUsdCents: null, priceCents: null, currency: null }

/**
 * The prices of an item after a change. A dollar price that was given as the native one is one price, not
 * two: changing either changes it, and saying two different things about it is refused.
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
    return { problem: 'currency changes only together with price' }
  }
  if (priceCents === null && change.currency === 'EUR') {
    return { problem: 'currency EUR needs a price in it' }
  }
  if (currency === 'USD') {
    if (usd === undefined || usd === null || usd === priceCents) {
      return { value: { priceUsdCents: null, priceCents, currency } }
    }
    if (isNativeGiven) return { problem: 'price in USD and priceUsd must be the same' }
    return { value: { priceUsdCents: null, priceCents: usd, currency } }
  }

  const priceUsdCents = usd === undefined ? old.priceUsdCents : usd
  if (priceUsdCents === null && priceCents === null) {
    return { problem: 'priceUsd or price is required' }
  }
  return { value: { priceUsdCents, priceCents, currency } }
}

/** A native price without a currency is in dollars, unless the item has one already. */
function chooseCurrency(old: Prices, change: Pick<ItemChange, 'currency'>): Currency {
  return change.currency ?? old.currency ?? 'USD'
}

/** The same number in another currency would be another price that nobody has said. */
function isOnlyRenamed(
  old: Prices,
  { price, currency }: Pick<ItemChange, 'price' | 'currency'>,
): boolean {
  const isRenamed = currency !== undefined && currency !== null && currency !== old.currency
  return old.currency !== null && price === undefined && isRenamed
}
