import type { Address } from '../../lib/hex.js'
import type { Context, TxContext } from '../../platform/context.js'
import { rememberedDb } from '../../platform/snapshot/statements.js'
import { fitPage } from './fit-page.js'
import type { Item } from './item.js'
import { describePage, findUsdPerEuro, type ListedItems } from './list-items.js'
import type { Paged } from './read-item-query.js'
import { createCatalogIndex } from './search/catalog-index.js'
import type { ItemQuery } from './search/item-query.js'
import { listItemsAfter } from './store.js'

/** Larger catalogs are known in part during an outage. */
const maxItems = 1_000

/** Returns the items that the snapshot keeps of a merchant. */
export function listRecallable({ db }: Pick<TxContext, 'db'>, merchant: Address): Promise<Item[]> {
  return listItemsAfter(db, { merchant, sku: '', limit: maxItems })
}

/** Returns a page of a merchant's items from the snapshot, like `listItems`. */
export async function recallItems(
  ctx: Context,
  { merchant, query: itemQuery }: { merchant: Address; query: Paged<ItemQuery> },
): Promise<ListedItems> {
  const { index, byId, usdPerEuro } = await ctx.snapshot.derive(merchant, 'items', () =>
    recallCatalog({ ...ctx, db: rememberedDb(ctx.snapshot, merchant) }, merchant),
  )
  const largest = index.listLargestSizes(itemQuery.limit)
  const query = fitPage(ctx.config, { query: itemQuery, largest })
  await index.prepare(query.filter.q)
  const { ids, total } = index.find(query)
  const items = ids.flatMap((id) => byId.get(id) ?? [])
  return { items, page: describePage(query, total), usdPerEuro }
}

async function recallCatalog(ctx: TxContext, merchant: Address) {
  const items = await listRecallable(ctx, merchant)
  const usdPerEuro = await findUsdPerEuro(ctx, merchant)
  const index = createCatalogIndex()
  index.apply({ items: items.map((item) => ({ ...item, pageBytes: sizeOf(item) })), deleted: [] })
  index.reprice(usdPerEuro)
  const byId = new Map(items.map((item) => [item.id, item]))
  return { index, byId, usdPerEuro }
}

function sizeOf({ name, description, category, tags, images, ...item }: Item): number {
  const fields = [item.attributes, item.options].map((value) => JSON.stringify(value))
  const texts = [name, description, category, ...tags, ...fields, ...images]
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0)
}
