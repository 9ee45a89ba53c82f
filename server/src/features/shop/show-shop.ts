import type { Address } from '../../lib/hex.js'
import { mergeConfig } from './merge-config.js'
import type { ShopSettings, StoredSettings } from './settings.js'

/** What a merchant tells everybody about the shop once it is listed. The rest is the merchant's own. */
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

/** The part of a shop that is for everybody, with the defaults in all places the merchant left open. */
export function showShop(
  { merchant, stored }: { merchant: Address; stored: StoredSettings },
  defaults: ShopSettings,
): ShownShop {
  const { slug, name, description, industryPack, categories, keywords, listed, theme } =
    mergeConfig(defaults, stored)
  return {
    merchant,
    settings: { slug, name, description, industryPack, categories, keywords, listed, theme },
  }
}
