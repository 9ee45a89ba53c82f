import { checksumAddress } from '../../lib/hex.js'
import { applyRate, type Cents, centsToDecimal, type Ppm } from '../../lib/money.js'
import { followsRate, type Item, unlimited } from './item.js'
import type { CatalogItem, InventoryItem } from './schemas.js'

/** Returns an item as its merchant sees it. `usdPerEuro` is null when no rate is known. */
export function describeItem(item: Item, usdPerEuro: Ppm | null): InventoryItem {
  const { merchant, priceUsdCents: _usd, priceCents: _price, currency: _currency, ...rest } = item
  return {
    ...rest,
    ...describePrices(item, usdPerEuro),
    priceUsdFollowsRate: followsRate(item),
    wallet: checksumAddress(merchant),
  }
}

/** Returns an item as the public sees it, without its stock quantity. */
export function describeCatalogItem(item: Item, usdPerEuro: Ppm | null): CatalogItem {
  const { sku, name, description, category, tags, priceIncludesTax, taxable, images } = item
  const { parentSku, options } = item
  return {
    sku,
    name,
    description,
    category,
    tags,
    priceIncludesTax,
    taxable,
    images,
    parentSku,
    options,
    ...describePrices(item, usdPerEuro),
    inStock: item.stockQty === unlimited || item.stockQty > item.reservedQty,
  }
}

function describePrices(item: Item, usdPerEuro: Ppm | null) {
  const { priceCents, currency } = item
  const usdCents = dollarsOf(item, usdPerEuro)
  return {
    ...(usdCents === null ? {} : { priceUsd: centsToDecimal(usdCents) }),
    ...(priceCents === null || currency === null
      ? {}
      : { price: centsToDecimal(priceCents), currency }),
  }
}

function dollarsOf(item: Item, usdPerEuro: Ppm | null): Cents | null {
  const { priceUsdCents, priceCents } = item
  if (!followsRate(item)) return priceUsdCents ?? priceCents
  return priceCents === null || usdPerEuro === null ? null : applyRate(priceCents, usdPerEuro)
}
