import type { Address } from '../../lib/hex.js'
import type { Context, TxContext } from '../../platform/context.js'
import { rememberedDb } from '../../platform/snapshot/statements.js'
import { findMerchantRate } from '../pricing/find-merchant-rate.js'
import { describePage } from './describe-page.js'
import { fitPage } from './fit-page.js'
import type { Item } from './item.js'
import type { ListedItems } from './list-items.js'
import type { Paged } from './read-item-query.js'
import { createCatalogueIndex } from './search/catalogue-index.js'
import type { ItemQuery } from './search/item-query.js'
import { listItemsAfter } from './store.js'

/** Larger catalogs are known in part during an outage. */
const most = 1_000

/** Returns the items that the snapshot keeps of a merchant. */
export function listRecallable({ db }: Pick<TxContext, 'db'>, merchant: Address): Promise<Item[]> {
  return listItemsAfter(db, { merchant, sku: '', limit: most })
}

/** Returns a page of a merchant's items from the snapshot, like `listItems`. */
export async function recallItems(
  ctx: Context,
  { merchant, query: given }: { merchant: Address; query: Paged<ItemQuery> },
): Promise<ListedItems> {
  const { index, byId, usdPerEuro, largest } = await ctx.snapshot.derive(merchant, 'items', () =>
    recallCatalogue({ ...ctx, db: rememberedDb(ctx.snapshot, merchant) }, merchant),
  )
  const query = fitPage(ctx.config, { query: given, largest })
  await index.prepare(query.filter.q)
  const { ids, total } = index.find(query)
  const items = ids.flatMap((id) => byId.get(id) ?? [])
  return { items, page: describePage(query, total), usdPerEuro }
}

async function recallCatalogue(ctx: TxContext, merchant: Address) {
  const items = await listRecallable(ctx, merchant)
  const rate = await findMerchantRate(ctx, { merchant, unit: 'EUR' })
  const usdPerEuro = rate.kind === 'rate' ? rate.usdPerUnit : null
  const index = createCatalogueIndex()
  index.apply({ changed: items, deleted: [] })
  index.reprice(usdPerEuro)
  const byId = new Map(items.map((item) => [item.id, item]))
  const largest = items.map(sizeOf).toSorted((a, b) => b - a)
  return { index, byId, usdPerEuro, largest }
}

function sizeOf({ name, description, category, tags, attributes, images }: Item): number {
  const texts = [name, description, category, ...tags, JSON.stringify(attributes), ...images]
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0)
}
