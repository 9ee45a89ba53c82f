import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Ppm } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import { findMerchantRate } from '../pricing/find-merchant-rate.js'
import { getMerchantRate } from '../pricing/get-merchant-rate.js'
import type { Item } from './item.js'
import type { CatalogueIndex } from './search/catalogue-index.js'
import type { Catalogues } from './search/catalogues.js'
import { type ItemQuery, needsDollarPrices } from './search/item-query.js'
import { listItemsById } from './store.js'

type ListContext = Pick<TxContext, 'db' | 'now' | 'config'>

/** Fifty items always stay below it, whatever they look like. */
const maxImageBytes = 10_485_760

/**
 * One page of a merchant's items, how many a query finds in all, and the rate that values those without a
 * dollar price (`null` when it is not known or not needed).
 *
 * @throws {AppError} `exchange_rate_unavailable` when prices are asked for that nobody knows now,
 *   `invalid_input` when the images of so many items are too much for one answer.
 */
export async function listItems(
  ctx: ListContext,
  { catalogues, merchant, query }: { catalogues: Catalogues; merchant: Address; query: ItemQuery },
): Promise<{ items: Item[]; total: number; usdPerEuro: Ppm | null }> {
  const index = await catalogues.get(merchant)
  const usdPerEuro = await findUsdPerEuro(ctx, { index, merchant, query })
  index.reprice(usdPerEuro)

  const { ids, total, imageBytes } = index.find(query)
  if (imageBytes > maxImageBytes) {
    throw new AppError('invalid_input', 'The images of so many items are too much; lower the limit')
  }
  const items = await listItemsById(ctx.db, { merchant, ids })
  return { items: inOrder(items, ids), total, usdPerEuro }
}

async function findUsdPerEuro(
  ctx: ListContext,
  { index, merchant, query }: { index: CatalogueIndex; merchant: Address; query: ItemQuery },
): Promise<Ppm | null> {
  if (!index.followsRate()) return null

  const unit = 'EUR'
  if (needsDollarPrices(query)) return (await getMerchantRate(ctx, { merchant, unit })).usdPerUnit
  const found = await findMerchantRate(ctx, { merchant, unit })
  return found.kind === 'rate' ? found.usdPerUnit : null
}

/** One that was deleted a moment ago is simply not there. */
function inOrder(items: readonly Item[], ids: readonly string[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  return ids.map((id) => byId.get(id)).filter((item) => item !== undefined)
}
