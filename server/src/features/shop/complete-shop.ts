import { type Address, checksumAddress } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Config } from '../../platform/config/config.js'
import { defaultSettings } from './default-settings.js'
import { type ListingReview, listingOf } from './listings/listing.js'
import { mergeConfig } from './merge-config.js'
import type { ShopConfig, ShopSettings, StoredSettings } from './schemas.js'

/** A stored shop. */
export type Shop = {
  merchant: Address
  stored: StoredSettings
  /** Null when its listing resembles no other one. */
  review: ListingReview | null
  /** Counts the changes. */
  revision: number
  /** 0 before the first change. */
  updatedAt: UnixMs
}

/** Returns the settings of a shop, with defaults for unset fields. */
export function settingsOf({ stored }: Pick<Shop, 'stored'>, config: Config): ShopSettings {
  return mergeConfig(defaultSettings(config), stored)
}

/** Returns the full configuration of a shop. */
export function completeShop(shop: Shop, config: Config): ShopConfig {
  const { merchant, review, revision, updatedAt } = shop
  const settings = settingsOf(shop, config)
  return {
    wallet: checksumAddress(merchant),
    brandKey: config.brandKey,
    ...settings,
    listing: listingOf(settings, review),
    revision,
    updatedAt,
  }
}
