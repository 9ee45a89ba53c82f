import type { Address } from '../../lib/hex.js'
import type { Ppm } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import { shareReadsByKey } from '../../platform/share-reads.js'
import { findMerchantRate, getMerchantRate } from '../pricing/find-pricing-rate.js'
import { fitPage } from './fit-page.js'
import { followsRate, type Item } from './item.js'
import type { Paged } from './read-item-query.js'
import type { CatalogIndex } from './search/catalog-index.js'
import type { Catalogs } from './search/catalogs.js'
import { type ItemQuery, needsDollarPrices } from './search/item-query.js'
import { findItemPage, isSimple } from './search/page-store.js'
import { listItemsById, listItemsWithVersion, listLargestSizes } from './store.js'

type ListContext = Pick<TxContext, 'db' | 'now' | 'config'>

/** A page of items, its place among all matches, and the rate for items without a dollar price. */
export type ListedItems = {
  items: Item[]
  page: ReturnType<typeof describePage>
  /** Null when unknown or not needed. */
  usdPerEuro: Ppm | null
}

/**
 * Returns a page of a merchant's items. A page of long items has fewer than `limit`; see `fitPage`.
 *
 * @throws {AppError} `exchange_rate_unavailable` when the query needs dollar prices and no rate
 *   is known.
 */
export async function listItems(
  ctx: ListContext,
  input: { catalogs: Catalogs; merchant: Address; query: Paged<ItemQuery> },
): Promise<ListedItems> {
  const { catalogs, merchant } = input
  const { limit } = input.query
  const listed = await listKnownItems(ctx, input)
  if (listed) return listed
  const loaded = await catalogs.findLoaded(merchant)
  const largest =
    loaded?.listLargestSizes(limit) ?? (await listLargestSizes(ctx.db, { merchant, limit }))
  const query = fitPage(ctx.config, { query: input.query, largest })
  const index = loaded ?? (isSimple(query) ? null : await catalogs.get(merchant))
  if (!index) {
    // The database answers while the index is loaded, which takes seconds for a large catalog.
    const { ids, total } = await findItemPage(ctx.db, { merchant, query })
    const items = await loadItems(ctx, { merchant, ids })
    const usdPerEuro = items.some(followsRate) ? await findUsdPerEuro(ctx, merchant) : null
    return { items, page: describePage(query, total), usdPerEuro }
  }

  const usdPerEuro = await findRateFor(ctx, { index, merchant, query })
  await index.prepare(query.filter.q)
  index.reprice(usdPerEuro)

  const { ids, total } = index.find(query)
  const items = await loadItems(ctx, { merchant, ids })
  return { items, page: describePage(query, total), usdPerEuro }
}

/** A catalog that has just changed may change again, which would repeat the search. */
const changingMs = 1_000
/** When an index was last found outdated. */
const changedAt = new WeakMap<CatalogIndex, number>()

/**
 * Returns the page from the index in memory if its version is current, otherwise null. Also null
 * for a query that needs the exchange rate first.
 */
async function listKnownItems(
  ctx: ListContext,
  { catalogs, merchant, query: requested }: Parameters<typeof listItems>[1],
): Promise<ListedItems | null> {
  const known = catalogs.findKnown(merchant)
  if (!known) return null
  const { index } = known
  if (performance.now() < (changedAt.get(index) ?? Number.NEGATIVE_INFINITY) + changingMs)
    return null
  const largest = index.listLargestSizes(requested.limit)
  const query = fitPage(ctx.config, { query: requested, largest })
  await index.prepare(query.filter.q)

  // Both of the same moment: the index may have followed changes until here.
  const { version } = known
  const needsRate = index.followsRate()
  if (needsRate && needsDollarPrices(query)) return null
  const { ids, total } = index.find(query)
  if (ids.length === 0) return null
  const [found, usdPerEuro] = await Promise.all([
    listItemsWithVersion(ctx.db, { merchant, ids }),
    needsRate ? findUsdPerEuro(ctx, merchant) : null,
  ])
  if (found.version !== version) {
    changedAt.set(index, performance.now())
    return null
  }
  return { items: inOrder(found.items, ids), page: describePage(query, total), usdPerEuro }
}

/** Returns `listItems` for routes: callers at the same time share the reads of equal pages. */
export function createItemLister(ctx: ListContext, catalogs: Catalogs) {
  return shareReadsByKey(
    (input: { merchant: Address; query: Paged<ItemQuery> }) =>
      listItems(ctx, { catalogs, ...input }),
    (input) => JSON.stringify(input),
  )
}

async function findRateFor(
  ctx: ListContext,
  { index, merchant, query }: { index: CatalogIndex; merchant: Address; query: ItemQuery },
): Promise<Ppm | null> {
  if (!index.followsRate()) return null

  if (!needsDollarPrices(query)) return findUsdPerEuro(ctx, merchant)
  return (await getMerchantRate(ctx, { merchant, unit: 'EUR' })).usdPerUnit
}

/** Returns the dollars per euro that a merchant uses, or null when no rate is known. */
export async function findUsdPerEuro(ctx: ListContext, merchant: Address): Promise<Ppm | null> {
  const rate = await findMerchantRate(ctx, { merchant, unit: 'EUR' })
  return rate.kind === 'rate' ? rate.usdPerUnit : null
}

/** Returns items in the order of `ids`. An item may have been deleted in the meantime. */
async function loadItems(
  ctx: ListContext,
  { merchant, ids }: { merchant: Address; ids: readonly string[] },
): Promise<Item[]> {
  if (ids.length === 0) return []
  return inOrder(await listItemsById(ctx.db, { merchant, ids }), ids)
}

function inOrder(items: readonly Item[], ids: readonly string[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the paging fields of a response. */
export function describePage({ page, limit }: { page: number; limit: number }, total: number) {
  const totalPages = Math.ceil(total / limit)
  return { page, limit, total, totalPages, hasMore: page < totalPages }
}
