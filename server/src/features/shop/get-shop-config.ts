import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { completeShop, type Shop } from './complete-shop.js'
import type { ShopConfig } from './schemas.js'
import { findShop, findVersionedShop } from './store.js'

/** Returns a merchant's configuration. All fields have defaults. */
export async function getShopConfig(
  ctx: Pick<TxContext, 'db' | 'config'>,
  merchant: Address,
): Promise<ShopConfig> {
  const shop = await findShop(ctx.db, merchant)
  return completeShop(shop ?? newShop(merchant), ctx.config)
}

/** Returns a merchant's configuration and its version, which changes with it. 0 before the first change. */
export async function getVersionedShop(
  ctx: Pick<TxContext, 'db' | 'config'>,
  merchant: Address,
): Promise<{ shop: ShopConfig; version: number }> {
  const found = await findVersionedShop(ctx.db, merchant)
  const { shop, version } = found ?? { shop: newShop(merchant), version: 0 }
  return { shop: completeShop(shop, ctx.config), version }
}

function newShop(merchant: Address): Shop {
  return { merchant, stored: {}, review: null, updatedAt: unixMs(0) }
}
