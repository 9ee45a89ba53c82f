import type { DeepPartial } from './merge-config.js'
import type { ShopConfig } from './schemas.js'

/** The fields a merchant can set. */
export type ShopSettings = Omit<ShopConfig, 'wallet' | 'brandKey' | 'listing' | 'updatedAt'>

/** The fields a merchant has set. Other fields follow the current defaults. */
export type StoredSettings = DeepPartial<ShopSettings>
