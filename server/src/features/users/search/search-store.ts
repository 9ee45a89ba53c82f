import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { UserMetric, UserQuery, UserSort } from './user-query.js'

/** Columns are listed, so that no other text becomes part of the SQL. */
const filterColumns: Record<UserMetric | 'xp', string> = {
  xp: 'xp',
  followers: 'followers',
  following: 'following',
  sales: 'sales',
  purchases: 'purchases',
}

const sortColumns: Record<UserSort, string> = {
  xp: 'xp',
  createdAt: 'created_at',
  name: 'name_key',
}

/** A word is rare when fewer users than this have a word that begins with it. */
const rareBelow = 2_000

/** Finds a word that few users have, or null. */
export async function findRareWord(
  db: Queryable,
  words: readonly string[],
): Promise<string | null> {
  if (words.length === 0) return null
  const { rows } = await db.query<{ word: string }>(
    `select word from (
       select given.word, (
         select count(*) from (
           select from user_words where ${beginsWith('given.word')} limit ${rareBelow}
         ) as matched
       ) as users
       from unnest($1::text[]) as given (word)
     ) as counted
     where users < ${rareBelow} order by users limit 1`,
    [words],
  )
  return rows[0]?.word ?? null
}

/** Among 10,000 users, a filter that one in ten passes finds enough. */
const readFirst = 10_000

type MatchInput = { query: UserQuery; rareWord: string | null; max: number }

/**
 * Lists the wallets of the first public users that match, up to `max`. With a rare word, only users
 * who have it are read. Otherwise PostgreSQL reads users in the order of the result, or all of
 * them.
 */
export async function listMatches(db: Queryable, input: MatchInput): Promise<Address[]> {
  const { query, rareWord, max } = input
  if (rareWord !== null) return listNamed(db, { ...input, rareWord })
  // PostgreSQL expects few users with a broad word who pass a filter, and would read all of them.
  if (query.words.length > 0 && (query.xp || query.metric)) {
    const matches = await listAmongFirst(db, input)
    if (matches.length === max) return matches
  }
  const { where, order, params } = matchSql(input)
  return toWallets(
    await db.query(`select wallet from public_users ${where} ${order} limit $1`, params),
  )
}

async function listNamed(
  db: Queryable,
  { rareWord, ...input }: MatchInput & { rareWord: string },
): Promise<Address[]> {
  const { where, order, params } = matchSql({ ...input, rareWord })
  const word = `$${params.length + 1}::text`
  return toWallets(
    await db.query(
      `with named as materialized (
         select distinct wallet from user_words where ${beginsWith(word)}
       )
       select wallet from named join public_users using (wallet) ${where} ${order} limit $1`,
      [...params, rareWord],
    ),
  )
}

async function listAmongFirst(db: Queryable, input: MatchInput): Promise<Address[]> {
  const { where, order, params } = matchSql(input)
  return toWallets(
    await db.query(
      `with first as materialized (select * from public_users ${order} limit ${readFirst})
       select wallet from first ${where} ${order} limit $1`,
      params,
    ),
  )
}

/** Returns the parts of a statement whose first parameter is the limit. */
function matchSql({ query, max }: MatchInput): {
  where: string
  order: string
  params: unknown[]
} {
  const params: unknown[] = [max]
  const conditions = conditionsOf(query, params)
  const direction = query.isDescending ? 'desc' : 'asc'
  return {
    where: conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
    order: `order by ${sortColumns[query.sort]} ${direction}, wallet ${direction}`,
    params,
  }
}

/** SQL condition: a word of `user_words` begins with a text. The words are in byte order. */
function beginsWith(text: string): string {
  return `user_words.word >= ${text} collate "C" and user_words.word < (${text} || chr(1114111)) collate "C"`
}

/** Returns the conditions in use. Unused ones would keep PostgreSQL from using an index. */
function conditionsOf({ words, xp, metric }: UserQuery, params: unknown[]): string[] {
  const conditions: string[] = []
  if (words.length > 0) {
    params.push(words.map((word) => `'${word}':*`).join(' & '))
    conditions.push(`words @@ $${params.length}::tsquery`)
  }
  const ranges = [xp && { name: 'xp' as const, ...xp }, metric]
  for (const range of ranges) {
    if (!range) continue
    params.push(range.min, range.max)
    conditions.push(
      `${filterColumns[range.name]} between $${params.length - 1} and $${params.length}`,
    )
  }
  return conditions
}

function toWallets({ rows }: { rows: object[] }): Address[] {
  return (rows as { wallet: Address }[]).map(({ wallet }) => wallet)
}
