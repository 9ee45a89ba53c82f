import { type Paged, readItemQuery } from '../inventory/read-item-query.js'
import type { ItemQuery } from '../inventory/search/item-query.js'
import { ShopItemsQuery, shopItemSortKeys } from './schemas.js'

/**
 * Reads which items of a shop somebody asks for. Only those that are offered for sale count.
 *
 * @throws {AppError} `invalid_input`. How to sort is a matter of taste and falls back to the usual instead.
 */
export function readShopItemsQuery(given: ShopItemsQuery): Paged<ItemQuery> {
  const { sort, order } = given
  const query = readItemQuery({
    ...withoutUnknown(given),
    sort: shopItemSortKeys.find((key) => key === sort) ?? 'name',
    order: order === 'desc' ? 'desc' : 'asc',
  })
  return { ...query, filter: { ...query.filter, onlyActive: true } }
}

/** A merchant has more filters, which are none here and so must not be read as such. */
function withoutUnknown(given: ShopItemsQuery): ShopItemsQuery {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(ShopItemsQuery.properties, name)),
  )
}
