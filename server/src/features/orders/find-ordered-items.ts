import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { SaleItem } from '../inventory/item.js'
import { listSaleItems } from '../inventory/list-sale-items.js'
import type { OrderedItem, Thousandths } from './read-order-items.js'

/** An item of the catalogue and how much of it is wanted. */
export type WantedItem = { item: SaleItem; qty: Thousandths }

/**
 * The items that are ordered, in the order they are.
 *
 * @throws {AppError} `inventory_item_not_found`, also for what is not offered for sale.
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
    throw new AppError('inventory_item_not_found', 'An item is not in the catalogue', {
      fields: { item: id ?? sku },
    })
  })
}
