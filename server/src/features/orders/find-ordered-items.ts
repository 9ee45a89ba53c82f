import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { SaleItem } from '../inventory/item.js'
import { listSaleItems } from '../inventory/list-sale-items.js'
import type { OrderedItem, Thousandths } from './read-order-items.js'

/** An item and the ordered quantity. */
export type WantedItem = { item: SaleItem; qty: Thousandths }

/**
 * Returns the ordered items, in the order of the request.
 *
 * @throws {AppError} `inventory_item_not_found`, also for items that are not for sale.
 */
export async function findOrderedItems(
  ctx: Pick<TxContext, 'db'>,
  { merchant, ordered }: { merchant: Address; ordered: readonly OrderedItem[] },
): Promise<WantedItem[]> {
  const ids = ordered.flatMap(({ id }) => (id === null ? [] : [id]))
  const skus = ordered.flatMap(({ sku }) => (sku === null ? [] : [sku]))
  const found = await listSaleItems(ctx, { merchant, ids, skus })
  const byId = new Map(found.map((item) => [item.id, item]))
  const bySku = new Map(found.map((item) => [item.sku, item]))

  return ordered.map(({ id, sku, qty }) => {
    const item = id === null ? bySku.get(sku) : byId.get(id)
    if (item) return { item, qty }
    throw new AppError(
      'inventory_item_not_found',
      'An ordered item is not in the catalogue or not for sale.',
      {
        fields: { item: id ?? sku },
      },
    )
  })
}
