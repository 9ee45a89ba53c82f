import type { Address } from '../../lib/hex.js'
import { mergeConfig } from './merge-config.js'
import type { ShopSettings, StoredSettings } from './settings.js'

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

/** Returns the public fields of a shop, with defaults for unset fields. */
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
