import type { Address } from '../../lib/hex.js'
import type { Ppm } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import { findMerchantRate } from '../pricing/find-merchant-rate.js'
import { getMerchantRate } from '../pricing/get-merchant-rate.js'
import { describePage } from './describe-page.js'
import { fitPage } from './fit-page.js'
import { followsRate, type Item } from './item.js'
import type { Paged } from './read-item-query.js'
import type { CatalogueIndex } from './search/catalogue-index.js'
import type { Catalogues } from './search/catalogues.js'
import { type ItemQuery, needsDollarPrices } from './search/item-query.js'
import { findItemPage, type ItemPage, isSimple } from './search/page-store.js'
import { listItemsById, listLargestSizes, listOutlinesById } from './store.js'

type ListContext = Pick<TxContext, 'db' | 'now' | 'config'>

/** The maximum size of all images on a page. Items beyond it are listed without embedded images. */
const maxImageBytes = 1_048_576

/** An item on a page, and whether embedded images were omitted. */
export type ListedItem = Item & { isWithoutPictures: boolean }

/** A page of items, its place among all matches, and the rate for items without a dollar price. */
export type ListedItems = {
  items: ListedItem[]
  page: ReturnType<typeof describePage>
  /** Null when unknown or not needed. */
  usdPerEuro: Ppm | null
}

/**
 * Returns a page of a merchant's items. A page of long items has fewer than `limit`; see `fitPage`.
 *
 * @throws {AppError} `exchange_rate_unavailable` when the query needs dollar prices and no rate is known.
 */
export async function listItems(
  ctx: ListContext,
  given: {
    catalogues: Catalogues
    merchant: Address
    query: Paged<ItemQuery>
    /** Leaves out every embedded image. */
    withoutPictures?: boolean
  },
): Promise<ListedItems> {
  const { catalogues, merchant, withoutPictures: isWithout = false } = given
  const { limit } = given.query
  const largest = await listLargestSizes(ctx.db, { merchant, limit })
  const query = fitPage(ctx.config, { query: given.query, largest })
  const mostBytes = isWithout ? 0 : maxImageBytes
  const index = await (isSimple(query) ? catalogues.findLoaded(merchant) : catalogues.get(merchant))
  if (!index) {
    // The database answers while the index is loaded, which takes seconds for a large catalog.
    const { total, ...found } = await findItemPage(ctx.db, { merchant, query })
    const items = await loadItems(ctx, { merchant, ...found, mostBytes })
    const usdPerEuro = items.some(followsRate) ? await findRateOf(ctx, merchant) : null
    return { items, page: describePage(query, total), usdPerEuro }
  }

  const usdPerEuro = await findUsdPerEuro(ctx, { index, merchant, query })
  await index.prepare(query.filter.q)
  index.reprice(usdPerEuro)

  const { total, ...found } = index.find(query)
  const items = await loadItems(ctx, { merchant, ...found, mostBytes })
  return { items, page: describePage(query, total), usdPerEuro }
}

async function findUsdPerEuro(
  ctx: ListContext,
  { index, merchant, query }: { index: CatalogueIndex; merchant: Address; query: ItemQuery },
): Promise<Ppm | null> {
  if (!index.followsRate()) return null

  if (!needsDollarPrices(query)) return findRateOf(ctx, merchant)
  return (await getMerchantRate(ctx, { merchant, unit: 'EUR' })).usdPerUnit
}

async function findRateOf(ctx: ListContext, merchant: Address): Promise<Ppm | null> {
  const found = await findMerchantRate(ctx, { merchant, unit: 'EUR' })
  return found.kind === 'rate' ? found.usdPerUnit : null
}

async function loadItems(
  ctx: ListContext,
  {
    merchant,
    ids,
    imageBytes,
    mostBytes,
  }: Omit<ItemPage, 'total'> & { merchant: Address; mostBytes: number },
): Promise<ListedItem[]> {
  let used = 0
  const isWithin = ids.map((_, index) => {
    used += imageBytes[index] ?? 0
    return used <= mostBytes
  })
  const whole = ids.filter((_, index) => isWithin[index])
  const rest = ids.filter((_, index) => !isWithin[index])
  const [items, outlines] = await Promise.all([
    whole.length === 0 ? [] : listItemsById(ctx.db, { merchant, ids: whole }),
    rest.length === 0 ? [] : listOutlinesById(ctx.db, { merchant, ids: rest }),
  ])

  // An item may have been deleted in the meantime.
  const byId = new Map<string, ListedItem>()
  for (const item of items) byId.set(item.id, { ...item, isWithoutPictures: false })
  for (const item of outlines) byId.set(item.id, withoutPictures(item))
  return ids.map((id) => byId.get(id)).filter((item) => item !== undefined)
}

/** Leaves out the embedded images of an item. */
export function withoutPictures(item: Item): ListedItem {
  const images = item.images.filter((image) => !image.startsWith('data:'))
  return { ...item, images, isWithoutPictures: images.length < item.images.length }
}
