import { AppError } from '../../../lib/errors.js'
import { wantedStock } from '../../holds/wanted-stock.js'
import type { Shortage, WantedStock } from '../../inventory/stock/stock.js'
import type { PricedOrder, WantedItem } from '../price/price-order.js'

/** Returns the stock that a sale needs, with the versions of the items that it was priced with. */
export function wantedWithVersions(
  order: Pick<PricedOrder, 'orderedItems' | 'bill'>,
): WantedStock[] {
  const { orderedItems, bill } = order
  const items = new Map(orderedItems.map(({ item }) => [item.id, item]))
  return wantedStock(bill.lines).map(({ itemId, qty }) => {
    const item = items.get(itemId)
    return { itemId, qty, version: item?.version ?? 0, isLimited: item?.available !== null }
  })
}

/** Returns the free stock of the items whose stock is limited. */
export function availableOf(items: readonly WantedItem[]): Map<string, number> {
  return new Map(
    items.flatMap(({ item }) => (item.available === null ? [] : [[item.id, item.available]])),
  )
}

/** The quantity in stock is the merchant's business, so buyers without a key do not get it. */
export function insufficientStock(
  { orderedItems }: Pick<PricedOrder, 'orderedItems'>,
  { short, isAnonymous }: { short: Shortage[]; isAnonymous: boolean },
): AppError {
  const [first] = short
  const item = orderedItems.find(({ item }) => item.id === first?.itemId)?.item
  const name = item?.name ?? 'an item'
  const fields = { item: item?.id, sku: item?.sku }
  if (isAnonymous) {
    const message = `There is not enough of ${name} in stock. Order less of it.`
    return new AppError('insufficient_stock', message, { fields })
  }
  const available = Math.max(0, first?.available ?? 0)
  return new AppError('insufficient_stock', `Only ${available} of ${name} left in stock.`, {
    fields: { ...fields, available },
  })
}
