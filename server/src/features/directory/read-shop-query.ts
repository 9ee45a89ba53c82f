import { AppError } from '../../lib/errors.js'
import { splitWords } from '../../lib/search/split-words.js'
import { readWhole } from '../../platform/http/read-whole.js'
import type { DirectoryQuery } from './schemas.js'
import type { ShopQuery } from './shop-query.js'

const maxTextLength = 200
const maxWords = 8
/** Far behind the last shop of the largest directory. */
const maxOffset = 1_000_000

/**
 * Reads which shops are asked for. A form sends the fields nobody filled in as well, and those ask for
 * nothing.
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
    offset: readWhole('offset', given.offset, { min: 0, max: maxOffset, fallback: 0 }),
    limit: readWhole('limit', given.limit, { min: 1, max: 50, fallback: 20 }),
  }
}

function readText(text = ''): string | null {
  if (text.length > maxTextLength) throw invalid(`q takes at most ${maxTextLength} characters`)
  if (splitWords(text).length > maxWords) throw invalid(`q takes at most ${maxWords} words`)
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
