import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { followsRate, type Item } from './item.js'
import { findUsdPerEuro } from './list-items.js'
import { listCategories, listItemsBySku } from './store.js'

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

/** Returns the categories with the most items for sale, in alphabetical order. */
export async function listShopCategories(
  ctx: Pick<TxContext, 'db'>,
  merchant: Address,
): Promise<string[]> {
  const categories = await listCategories(ctx.db, { merchant, limit: 20 })
  return categories.toSorted((a, b) => a.localeCompare(b, 'en'))
}
