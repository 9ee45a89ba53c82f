import { readChoice, readWhole } from '../../platform/http/read-query.js'
import { readSearchText, splitList } from '../inventory/read-item-query.js'
import type { DirectoryQuery } from './schemas.js'

/** Far more shops than the largest directory lists. */
const maxOffset = 1_000_000

/**
 * Parses a directory search. Empty fields match everything.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readShopQuery(query: DirectoryQuery): ShopQuery {
  return {
    filter: {
      q: readSearchText(query.q),
      categories: readTerms(query.categories),
      keywords: readTerms(query.keywords),
      onlyOpen: readChoice('open', query.open, ['true', 'false']) === 'true',
    },
    offset: readWhole('offset', query.offset, { min: 0, max: maxOffset, fallback: 0 }),
    limit: readWhole('limit', query.limit, { min: 1, max: 50, fallback: 20 }),
  }
}

function readTerms(text = ''): string[] | null {
  const terms = splitList(text)
  return terms.length === 0 ? null : terms
}

/** A null field matches everything. */
export type ShopFilter = {
  /** Each word must match part of a word of the name, keywords, categories or description. */
  q: string | null
  /** Matches any of these, as whole terms. */
  categories: readonly string[] | null
  keywords: readonly string[] | null
  /** Leaves out shops that are closed. */
  onlyOpen?: boolean
}

export type ShopQuery = {
  filter: ShopFilter
  offset: number
  limit: number
}
