import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { getListedShop } from '../directory/get-listed-merchant.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import { getUnlistedReason, type UnlistedReason } from '../shop/list-shops.js'
import type { ShopConfig } from '../shop/schemas.js'

/** A listed shop, under its current slug. */
export type OpenedShop = { kind: 'shop'; merchant: Address; slug: string; config: ShopConfig }

/** The outcome of opening a shop by its slug. */
export type ShopOutcome =
  | OpenedShop
  | { kind: 'moved'; slug: string }
  | { kind: 'unavailable'; reason: UnlistedReason | 'unknown' }

/** Opens the listed shop with a slug, or returns why there is none. */
export async function openShop(
  ctx: Pick<Context, 'db' | 'config'>,
  { directory, slug }: { directory: ShopDirectory; slug: string },
): Promise<ShopOutcome> {
  const listed = await findListed(directory, slug)
  if (!listed) {
    return { kind: 'unavailable', reason: (await getUnlistedReason(ctx, slug)) ?? 'unknown' }
  }
  if (listed.slug !== slug) return { kind: 'moved', slug: listed.slug }
  const config = await getShopConfig(ctx, listed.merchant)
  return { kind: 'shop', merchant: listed.merchant, slug, config }
}

async function findListed(directory: ShopDirectory, slug: string) {
  try {
    return await getListedShop(directory, slug)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
