import { AppError } from '../../lib/errors.js'
import { splitWords } from '../../lib/search/fold-text.js'
import { readClamped } from '../../platform/http/read-whole.js'
import type { DirectoryQuery } from './schemas.js'
import type { ShopQuery } from './shop-query.js'

const maxTextLength = 200
const maxWords = 8
/** Far more than the largest directory has shops. */
const maxOffset = 1_000_000

/**
 * Parses a directory search. Empty fields match everything.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readShopQuery(given: DirectoryQuery): ShopQuery {
  return {
    filter: {
      q: readText(given.q),
      categories: readTerms(given.categories),
      keywords: readTerms(given.keywords),
    },
    offset: readClamped('offset', given.offset, { min: 0, max: maxOffset, fallback: 0 }),
    limit: readClamped('limit', given.limit, { min: 1, max: 50, fallback: 20 }),
  }
}

function readText(text = ''): string | null {
  if (text.length > maxTextLength) throw invalid(`q must have at most ${maxTextLength} characters`)
  if (splitWords(text).length > maxWords) throw invalid(`q must have at most ${maxWords} words`)
  return text.trim() === '' ? null : text
}

function readTerms(text = ''): string[] | null {
  const terms = text
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '')
  return terms.length === 0 ? null : terms
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', message)
}
