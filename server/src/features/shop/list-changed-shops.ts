import type { TxContext } from '../../platform/context.js'
import { defaultSettings } from './default-settings.js'
import { type ShownShop, showShop } from './show-shop.js'
import { listShopsSince } from './store.js'

/** The shops that changed after a version of all of them, listed or not, as they are now. */
export async function listChangedShops(
  ctx: Pick<TxContext, 'db' | 'config'>,
  version: number,
): Promise<ShownShop[]> {
  const defaults = defaultSettings(ctx.config)
  const shops = await listShopsSince(ctx.db, version)
  return shops.map((shop) => showShop(shop, defaults))
}
