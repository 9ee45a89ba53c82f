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
  const shop = await findShop(ctx.db, merchant)
  return completeShop(
    shop ?? { merchant, stored: {}, review: null, updatedAt: unixMs(0) },
    ctx.config,
  )
}
