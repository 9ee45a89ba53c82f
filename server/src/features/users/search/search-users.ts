import { invalidInput } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import { readChoice, readWhole } from '../../../platform/http/read-query.js'
import type { UserSearchQuery } from '../schemas.js'
import type { User } from '../user.js'
import { findUsers } from '../user-store.js'
import { findRareWord, listMatches } from './search-store.js'
import { type Range, searchWords, type UserQuery, userMetrics, userSorts } from './user-query.js'

/** Matches are counted up to this. Counting on would take as long as reading every user. */
const maxCounted = 1_000

/** Returns a page of the public users that match, and how many match, up to 1,000. */
export async function searchUsers(
  ctx: Pick<Context, 'db'>,
  query: UserQuery,
): Promise<{ users: User[]; total: number }> {
  const end = query.offset + query.limit
  const rareWord = await findRareWord(ctx.db, query.words)
  const max = Math.max(maxCounted, end)
  const matches = await listMatches(ctx.db, { query, rareWord, max })
  const wallets = matches.slice(query.offset, end)
  const byWallet = new Map(
    (await findUsers(ctx.db, { wallets })).map((user) => [user.wallet, user]),
  )
  return {
    total: Math.min(maxCounted, matches.length),
    users: wallets.flatMap((wallet) => byWallet.get(wallet) ?? []),
  }
}

const maxTextLength = 200
const maxWords = 8
const maxOffset = 10_000
const largest = 2_147_483_647

/**
 * Parses a search for users. Empty fields match everyone.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readUserQuery(query: UserSearchQuery): UserQuery {
  const { metric, metricMin, metricMax } = query
  const sort = readChoice('sort', query.sort, userSorts) ?? 'xp'
  // Names are sorted from A, everything else from the highest.
  const order = readChoice('order', query.order, ['asc', 'desc'])
  const filter = readChoice('metric', metric, userMetrics)
  const metricRange = readRange('metric', metricMin, metricMax)
  if (!filter && metricRange) throw invalidInput('metricMin and metricMax need metric.')
  return {
    words: readWords(query.q),
    xp: readRange('xp', query.xpMin, query.xpMax),
    metric: filter && metricRange ? { name: filter, ...metricRange } : null,
    sort,
    isDescending: (order ?? (sort === 'name' ? 'asc' : 'desc')) === 'desc',
    limit: readWhole('limit', query.limit, { min: 1, max: 100, fallback: 20 }),
    offset: readWhole('offset', query.offset, { min: 0, max: maxOffset, fallback: 0 }),
  }
}

function readWords(text = ''): string[] {
  if (text.length > maxTextLength)
    throw invalidInput(`q must have at most ${maxTextLength} characters.`)
  const words = searchWords(text)
  if (words.length > maxWords) throw invalidInput(`q must have at most ${maxWords} words.`)
  if (words.length === 0 && text.trim() !== '') throw invalidInput('q must have a letter or digit.')
  return words
}

function readRange(name: string, min?: string, max?: string): Range | null {
  if (!min && !max) return null
  const range = { min: readBound(`${name}Min`, min, 0), max: readBound(`${name}Max`, max, largest) }
  if (range.min > range.max) throw invalidInput(`${name}Min must not exceed ${name}Max.`)
  return range
}

function readBound(name: string, text: string | undefined, fallback: number): number {
  if (!text) return fallback
  if (!/^\d{1,15}$/.test(text)) throw invalidInput(`${name} must be a whole number of at least 0.`)
  return Math.min(largest, Number(text))
}
