import { AppError } from '../../../lib/errors.js'
import { readChoice, readWhole } from '../../../platform/http/read-query.js'
import type { UserSearchQuery } from '../schemas.js'
import { type Range, searchWords, type UserQuery, userMetrics, userSorts } from './user-query.js'

const maxTextLength = 200
const maxWords = 8
const maxOffset = 10_000
const largest = 2_147_483_647

/**
 * Parses a search for users. Empty fields match everyone.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readUserQuery(given: UserSearchQuery): UserQuery {
  const { metric, metricMin, metricMax } = given
  const sort = readChoice('sort', given.sort, userSorts) ?? 'xp'
  // Names are sorted from A, everything else from the highest.
  const order = readChoice('order', given.order, ['asc', 'desc'])
  const filter = readChoice('metric', metric, userMetrics)
  const metricRange = readRange('metric', metricMin, metricMax)
  if (!filter && metricRange) throw invalid('metricMin and metricMax need metric.')
  return {
    words: readWords(given.q),
    xp: readRange('xp', given.xpMin, given.xpMax),
    metric: filter && metricRange ? { name: filter, ...metricRange } : null,
    sort,
    isDescending: (order ?? (sort === 'name' ? 'asc' : 'desc')) === 'desc',
    limit: readWhole('limit', given.limit, { min: 1, max: 100, fallback: 20 }),
    offset: readWhole('offset', given.offset, { min: 0, max: maxOffset, fallback: 0 }),
  }
}

function readWords(text = ''): string[] {
  if (text.length > maxTextLength) throw invalid(`q must have at most ${maxTextLength} characters.`)
  const words = searchWords(text)
  if (words.length > maxWords) throw invalid(`q must have at most ${maxWords} words.`)
  if (words.length === 0 && text.trim() !== '') throw invalid('q must have a letter or digit.')
  return words
}

function readRange(name: string, min?: string, max?: string): Range | null {
  if (!min && !max) return null
  const range = { min: readBound(`${name}Min`, min, 0), max: readBound(`${name}Max`, max, largest) }
  if (range.min > range.max) throw invalid(`${name}Min must not exceed ${name}Max.`)
  return range
}

function readBound(name: string, text: string | undefined, fallback: number): number {
  if (!text) return fallback
  if (!/^\d{1,15}$/.test(text)) throw invalid(`${name} must be a whole number of at least 0.`)
  return Math.min(largest, Number(text))
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', message)
}
