import type { DeepPartial } from './merge-config.js'
import type { ShopConfig } from './schemas.js'

/** What a merchant can set: the configuration without what merely belongs to it. */
export type ShopSettings = Omit<ShopConfig, 'wallet' | 'brandKey' | 'updatedAt'>

/** What a merchant has set. The rest has its default, which may be another one tomorrow. */
export type StoredSettings = DeepPartial<ShopSettings>
