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
         ) as found
       ) as users
       from unnest($1::text[]) as given (word)
     ) as counted
     where users < ${rareBelow} order by users limit 1`,
    [words],
  )
  return rows[0]?.word ?? null
}

/**
 * Lists the wallets of the first public users that match, up to `most`. With a rare word, only users who have it are read.
 * Otherwise PostgreSQL reads users in the order of the result, or all of them.
 */
export async function listMatches(
  db: Queryable,
  { query, rareWord, most }: { query: UserQuery; rareWord: string | null; most: number },
): Promise<Address[]> {
  const params: unknown[] = [most]
  const conditions = conditionsOf(query, params)
  const direction = query.isDescending ? 'desc' : 'asc'
  const order = `order by ${sortColumns[query.sort]} ${direction}, wallet ${direction} limit $1`
  if (rareWord === null) {
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
    return toWallets(await db.query(`select wallet from public_users ${where} ${order}`, params))
  }
  params.push(rareWord)
  return toWallets(
    await db.query(
      `with named as materialized (
         select distinct wallet from user_words where ${beginsWith(`$${params.length}::text`)}
       )
       select wallet from named join public_users using (wallet)
       where ${conditions.join(' and ')} ${order}`,
      params,
    ),
  )
}

/** SQL condition: a word of `user_words` begins with a text. The words are in byte order. */
function beginsWith(text: string): string {
  return `user_words.word >= ${text} collate "C" and user_words.word < (${text} || chr(1114111)) collate "C"`
}

/** Returns the conditions in use, and adds their values to `params`. Unused ones would keep PostgreSQL from using an index. */
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
