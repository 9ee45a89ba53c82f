import type { Address } from '../../lib/hex.js'
import type { Shop } from './complete-shop.js'
import { listingOf } from './listings/listing.js'
import { mergeConfig } from './merge-config.js'
import type { ShopSettings } from './settings.js'

/** The fields that are public once a shop is listed. */
export type ShownShop = {
  merchant: Address
  settings: Pick<
    ShopSettings,
    | 'slug'
    | 'name'
    | 'description'
    | 'industryPack'
    | 'categories'
    | 'keywords'
    | 'listed'
    | 'theme'
  >
}

/**
 * Returns the public fields of a shop, with defaults for unset fields. `listed` is false while its listing waits for
 * review.
 */
export function showShop(
  { merchant, stored, review }: Pick<Shop, 'merchant' | 'stored' | 'review'>,
  defaults: ShopSettings,
): ShownShop {
  const settings = mergeConfig(defaults, stored)
  const { slug, name, description, industryPack, categories, keywords, theme } = settings
  const listed = listingOf(settings, review) === 'listed'
  return {
    merchant,
    settings: { slug, name, description, industryPack, categories, keywords, listed, theme },
  }
}
