import type { Context } from '../../../platform/context.js'
import type { User } from '../user.js'
import { findUsers } from '../user-store.js'
import { findRareWord, listMatches } from './search-store.js'
import type { UserQuery } from './user-query.js'

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
