import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { followsRate, type Item } from './item.js'
import { findUsdPerEuro } from './list-items.js'
import type { Catalogs } from './search/catalogs.js'
import { listCategories, listItemsBySku, listSiblings } from './store.js'

type ListContext = Pick<TxContext, 'db' | 'now' | 'config'>

/** Returns those of these items that are for sale, by SKU, and the rate that some prices need. */
export async function listShopItems(
  ctx: ListContext,
  { merchant, skus }: { merchant: Address; skus: readonly string[] },
) {
  const items = skus.length === 0 ? [] : await listItemsBySku(ctx.db, { merchant, skus })
  const bySku = new Map<string, Item>(
    items.filter(({ active }) => active).map((item) => [item.sku, item]),
  )
  const usdPerEuro = items.some(followsRate) ? await findUsdPerEuro(ctx, merchant) : null
  return { bySku, usdPerEuro }
}

/** A product has at most 100 variants. */
const maxSiblings = 101

/** Returns the variants of an item's product that are for sale, the item included. */
export async function listShopVariants(
  ctx: Pick<TxContext, 'db'>,
  { merchant, sku, parentSku }: Pick<Item, 'merchant' | 'sku' | 'parentSku'>,
): Promise<Item[]> {
  const siblings = await listSiblings(ctx.db, {
    merchant,
    parentSku: parentSku ?? sku,
    limit: maxSiblings,
  })
  return siblings.filter((item) => item.parentSku !== null)
}

/** Returns the categories with the most items for sale, in alphabetical order. */
export async function listShopCategories(
  ctx: Pick<TxContext, 'db'>,
  { catalogs, merchant }: { catalogs: Catalogs; merchant: Address },
): Promise<string[]> {
  const index = await catalogs.findLoaded(merchant)
  const categories =
    index?.listCategories() ?? (await listCategories(ctx.db, { merchant, limit: 20 }))
  return categories.toSorted((a, b) => a.localeCompare(b, 'en'))
}
