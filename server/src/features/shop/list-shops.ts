import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { defaultSettings } from './default-settings.js'
import { type ShownShop, showShop } from './show-shop.js'
import { findVersion, listAccepting, listNames, listShopsAfter, listShopsSince } from './store.js'

/** Reading a batch takes a few milliseconds, so other requests are not delayed. */
const batchSize = 1_000

/** Lists all shops in batches, unlisted shops included. */
export async function* listShops(
  ctx: Pick<TxContext, 'db' | 'config'>,
): AsyncGenerator<ShownShop[]> {
  const defaults = defaultSettings(ctx.config)
  for (let last = ''; ; ) {
    const shops = await listShopsAfter(ctx.db, { merchant: last, limit: batchSize })
    yield shops.map((shop) => showShop(shop, defaults))
    if (shops.length < batchSize) return
    last = shops.at(-1)?.merchant ?? last
  }
}

/** Lists the shops that changed after a version, in their current state, unlisted shops included. */
export async function listChangedShops(
  ctx: Pick<TxContext, 'db' | 'config'>,
  version: number,
): Promise<ShownShop[]> {
  const defaults = defaultSettings(ctx.config)
  const shops = await listShopsSince(ctx.db, version)
  return shops.map((shop) => showShop(shop, defaults))
}

/** Returns the common version of all shops. It rises with every change of any shop. */
export async function findShopsVersion(ctx: Pick<TxContext, 'db'>): Promise<number> {
  return findVersion(ctx.db)
}

/** Returns the shop name of each merchant, or "" for a shop without a name. */
export async function listShopNames(
  ctx: Pick<TxContext, 'db'>,
  merchants: readonly Address[],
): Promise<Map<Address, string>> {
  const named = await listNames(ctx.db, merchants)
  const names = new Map(merchants.map((merchant) => [merchant, '']))
  for (const { merchant, name } of named) names.set(merchant, name)
  return names
}

/** Lists those of these merchants whose shop accepts a token. */
export function listMerchantsAccepting(
  ctx: Pick<TxContext, 'db'>,
  input: { merchants: readonly Address[]; token: string },
): Promise<Address[]> {
  return listAccepting(ctx.db, input)
}
