import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Shop } from './complete-shop.js'
import { defaultSettings } from './default-settings.js'
import { listingOf } from './listings/listing.js'
import { mergeConfig } from './merge-config.js'
import type { ShopSettings } from './schemas.js'
import {
  findUnlistedReason,
  findVersion,
  listAccepting,
  listNames,
  listShopsAfter,
  listShopsSince,
  markShopChanged,
} from './store.js'

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

/** Lists the shops that changed after a version, as they are now, unlisted shops included. */
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
  const names = new Map(merchants.map((merchant) => [merchant, '']))
  for (const { merchant, name } of await listNames(ctx.db, merchants)) names.set(merchant, name)
  return names
}

/** Why the page of a shop that wants to be listed is not shown. */
export type UnlistedReason = 'suspended' | 'review'

/** Returns why the shop with this slug is not listed, or null when there is no such shop. */
export function getUnlistedReason(
  { db }: Pick<TxContext, 'db'>,
  slug: string,
): Promise<UnlistedReason | null> {
  return findUnlistedReason(db, slug)
}

/** Lists those of these merchants whose shop accepts a token. */
export function listMerchantsAccepting(
  ctx: Pick<TxContext, 'db'>,
  input: { merchants: readonly Address[]; token: string },
): Promise<Address[]> {
  return listAccepting(ctx.db, input)
}

/** Makes every directory read a shop again, after its merchant was suspended or resumed. */
export function refreshListing({ db }: Pick<TxContext, 'db'>, merchant: Address): Promise<void> {
  return markShopChanged(db, merchant)
}

/** The fields that are public once a shop is listed, unless its merchant is suspended. */
export type ShownShop = {
  merchant: Address
  isSuspended: boolean
  settings: Pick<
    ShopSettings,
    | 'slug'
    | 'name'
    | 'description'
    | 'industryPack'
    | 'categories'
    | 'keywords'
    | 'listed'
    | 'theme'
    | 'storefront'
    | 'publicOrders'
  >
}

/**
 * Returns the public fields of a shop, with defaults for unset fields. `listed` is false while its
 * listing waits for review.
 */
export function showShop(
  shop: Pick<Shop, 'merchant' | 'stored' | 'review'> & { isSuspended?: boolean },
  defaults: ShopSettings,
): ShownShop {
  const { merchant, stored, review, isSuspended = false } = shop
  const settings = mergeConfig(defaults, stored)
  const { slug, name, description, industryPack, categories, keywords, theme } = settings
  const { storefront, publicOrders } = settings
  const listed = listingOf(settings, review) === 'listed'
  return {
    merchant,
    isSuspended,
    settings: {
      slug,
      name,
      description,
      industryPack,
      categories,
      keywords,
      listed,
      theme,
      storefront,
      publicOrders,
    },
  }
}
