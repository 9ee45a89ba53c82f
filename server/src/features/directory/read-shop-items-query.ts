import { readChoice } from '../../platform/http/read-query.js'
import { type Paged, readItemQuery } from '../inventory/read-item-query.js'
import type { ItemQuery } from '../inventory/search/item-query.js'
import { ShopItemsQuery, shopItemSortKeys } from './schemas.js'

/**
 * Parses a query for a shop's items. It matches active items only.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readShopItemsQuery(params: ShopItemsQuery): Paged<ItemQuery> {
  const query = readItemQuery({
    ...withoutUnknown(params),
    tagsMode: readChoice('tagsMode', params.tagsMode, ['any', 'all']) ?? 'any',
    sort: readChoice('sort', params.sort, shopItemSortKeys) ?? 'name',
    order: readChoice('order', params.order, ['asc', 'desc']) ?? 'asc',
  })
  return { ...query, filter: { ...query.filter, active: true } }
}

/** Drops the filters that only merchants may use. */
function withoutUnknown(query: ShopItemsQuery): ShopItemsQuery {
  return Object.fromEntries(
    Object.entries(query).filter(([name]) => Object.hasOwn(ShopItemsQuery.properties, name)),
  )
}
