import { type Paged, readItemQuery } from '../inventory/read-item-query.js'
import type { ItemQuery } from '../inventory/search/item-query.js'
import { ShopItemsQuery, shopItemSortKeys } from './schemas.js'

/**
 * Parses a query for a shop's items. It matches active items only. An unknown sort key or order falls back to the
 * default.
 *
 * @throws {AppError} `invalid_input`.
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

/** Drops the filters that only merchants may use. */
function withoutUnknown(given: ShopItemsQuery): ShopItemsQuery {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(ShopItemsQuery.properties, name)),
  )
}
