import type { Address } from '../../lib/hex.js'
import type { Shop } from './complete-shop.js'
import { listingOf } from './listings/listing.js'
import { mergeConfig } from './merge-config.js'
import type { ShopSettings } from './settings.js'

/** The fields that are public once a shop is listed, unless its merchant is suspended. */
export type ShownShop = {
  merchant: Address
  isSuspended: boolean
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
  {
    merchant,
    stored,
    review,
    isSuspended = false,
  }: Pick<Shop, 'merchant' | 'stored' | 'review'> & { isSuspended?: boolean },
  defaults: ShopSettings,
): ShownShop {
  const settings = mergeConfig(defaults, stored)
  const { slug, name, description, industryPack, categories, keywords, theme } = settings
  const listed = listingOf(settings, review) === 'listed'
  return {
    merchant,
    isSuspended,
    settings: { slug, name, description, industryPack, categories, keywords, listed, theme },
  }
}
