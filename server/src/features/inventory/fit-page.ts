import { type LimitConfig, maxOfRequest } from '../../platform/limits/max-of.js'
import type { Paged } from './read-item-query.js'
import type { ItemQuery } from './search/item-query.js'

/** Ids, prices, times and the names of fields. */
const fixedBytes = 600

/**
 * Returns a query whose pages stay below the size of a page, whichever items they have: with fewer
 * items if the largest ones of the catalog exceed it together. `largest` are their sizes in bytes,
 * the largest first. All pages of a catalog have the same limit, so that page numbers lead to every
 * item once.
 */
export function fitPage<Query extends Paged<ItemQuery>>(
  config: Pick<LimitConfig, 'limits'>,
  { query, largest }: { query: Query; largest: readonly number[] },
): Query {
  const maxBytes = maxOfRequest(config, 'page-bytes')
  let bytes = 0
  for (const [index, size] of largest.slice(0, query.limit).entries()) {
    bytes += fixedBytes + size
    if (bytes > maxBytes) return withLimit(query, Math.max(1, index))
  }
  return query
}

function withLimit<Query extends Paged<ItemQuery>>(query: Query, limit: number): Query {
  return { ...query, limit, offset: (query.page - 1) * limit }
}
