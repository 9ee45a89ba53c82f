import type { TxContext } from '../../platform/context.js'
import { defaultSettings } from './default-settings.js'
import { type ShownShop, showShop } from './show-shop.js'
import { listShopsAfter } from './store.js'

/** How many shops are read at a time: a few milliseconds' work, so that other requests go on. */
const pieceSize = 1_000

/** Every shop, listed or not, in pieces. */
export async function* listShops(
  ctx: Pick<TxContext, 'db' | 'config'>,
): AsyncGenerator<ShownShop[]> {
  const defaults = defaultSettings(ctx.config)
  for (let last = ''; ; ) {
    const shops = await listShopsAfter(ctx.db, { merchant: last, limit: pieceSize })
    yield shops.map((shop) => showShop(shop, defaults))
    if (shops.length < pieceSize) return
    last = shops.at(-1)?.merchant ?? last
  }
}
