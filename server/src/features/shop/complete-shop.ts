import { type Address, checksumAddress } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Config } from '../../platform/config/config.js'
import { defaultSettings } from './default-settings.js'
import { mergeConfig } from './merge-config.js'
import type { ShopConfig } from './schemas.js'
import type { StoredSettings } from './settings.js'

/** A shop as it is kept. */
export type Shop = {
  merchant: Address
  stored: StoredSettings
  /** 0 until something has been set. */
  updatedAt: UnixMs
}

/** The whole configuration of a shop, with the defaults in all places the merchant left open. */
export function completeShop({ merchant, stored, updatedAt }: Shop, config: Config): ShopConfig {
  return {
    wallet: checksumAddress(merchant),
    brandKey: config.brandKey,
    ...mergeConfig(defaultSettings(config), stored),
    updatedAt,
  }
}
