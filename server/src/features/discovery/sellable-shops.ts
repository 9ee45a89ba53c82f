import type { Address } from '../../lib/hex.js'
import { cents } from '../../lib/money.js'
import { SECOND_MS, type UnixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import type { DirectoryShop } from '../directory/schemas.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { findSampleSkus } from '../inventory/list-sale-items.js'
import { listMerchantsAccepting } from '../shop/list-shops.js'
import { listMerchantsWithSplit } from '../split/find-split.js'
import { paidRoutes } from '../x402/discovery/paid-routes.js'
import { unitsPerCent } from '../x402/terms.js'

type SellableContext = Pick<Context, 'db' | 'now'>

/** A listed shop that agents can buy from now, with the SKU of an item. */
export type SellableShop = { shop: DirectoryShop; sku: string }

/** A change of a shop appears after this time, because a search of all shops takes long. */
const refreshMs = 10 * SECOND_MS
const batchSize = 1_000
const minCents = cents(paidRoutes.orders.minUnits / unitsPerCent)

/**
 * Returns a function that lists the shops agents can buy from, by name: listed shops with a split
 * that accept USDC and have an item in stock. Concurrent calls share one search.
 */
export function createSellableShops(
  ctx: SellableContext,
  directory: ShopDirectory,
): () => Promise<readonly SellableShop[]> {
  let cached: { at: UnixMs; shops: Promise<SellableShop[]> } | null = null

  return () => {
    const at = ctx.now()
    if (cached && at - cached.at < refreshMs) return cached.shops
    const shops = findSellable(ctx, directory)
    cached = { at, shops }
    shops.catch(() => {
      if (cached?.shops === shops) cached = null
    })
    return shops
  }
}

async function findSellable(ctx: SellableContext, directory: ShopDirectory) {
  const index = await directory.get()
  const { shops } = index.find({
    filter: { q: null, categories: null, keywords: null },
    offset: 0,
    limit: Number.POSITIVE_INFINITY,
  })
  const listed = shops.flatMap((shop) => {
    const merchant = index.findMerchant(shop.slug)
    return merchant === null ? [] : [{ shop, merchant }]
  })
  const sellable: SellableShop[] = []
  for (let start = 0; start < listed.length; start += batchSize) {
    const batch = listed.slice(start, start + batchSize)
    const skus = await findSkus(
      ctx,
      batch.map(({ merchant }) => merchant),
    )
    for (const { shop, merchant } of batch) {
      const sku = skus.get(merchant)
      if (sku !== undefined) sellable.push({ shop, sku })
    }
  }
  return sellable
}

/** Returns an item of each of these merchants that can be paid in USDC. */
async function findSkus(
  ctx: SellableContext,
  merchants: readonly Address[],
): Promise<Map<Address, string>> {
  const withSplit = await listMerchantsWithSplit(ctx, merchants)
  const accepting = await listMerchantsAccepting(ctx, { merchants: withSplit, token: 'USDC' })
  return findSampleSkus(ctx, { merchants: accepting, minCents })
}
