import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { completeShop } from './complete-shop.js'
import type { ShopConfig } from './schemas.js'
import { findShop } from './store.js'

/** Returns a merchant's configuration. All fields have defaults. */
export async function getShopConfig(
  ctx: Pick<TxContext, 'db' | 'config'>,
  merchant: Address,
): Promise<ShopConfig> {
  const { shop } = await getVersionedShop(ctx, merchant)
  return shop
}

/** Returns a merchant's configuration, and its version: 0 before the first change. */
export async function getVersionedShop(
  ctx: Pick<TxContext, 'db' | 'config'>,
  merchant: Address,
): Promise<{ shop: ShopConfig; version: number }> {
  const { shop, version } = (await findShop(ctx.db, merchant)) ?? {
    shop: { merchant, stored: {}, review: null, revision: 0, updatedAt: unixMs(0) },
    version: 0,
  }
  return { shop: completeShop(shop, ctx.config), version }
}
