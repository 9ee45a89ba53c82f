import { invalidInput } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import type { User } from '../user.js'
import { findUsers } from '../user-store.js'
import type { Period } from './score.js'
import { listMostFollowed, listTopScores } from './score-store.js'

export type RankMetric = 'xp' | 'sales' | 'purchases' | 'followers'

type RankedUser = { rank: number; value: number; user: User }

/**
 * Lists the public users with the highest value of a metric, the highest first.
 *
 * @throws {AppError} `invalid_input` when followers are ranked by a period.
 */
export async function rankUsers(
  ctx: Pick<Context, 'db'>,
  { metric, period, limit }: { metric: RankMetric; period: Period; limit: number },
): Promise<RankedUser[]> {
  if (metric === 'followers' && period !== 'all') {
    throw invalidInput('Followers are counted over all time only. Use window ALL.')
  }
  const ranked =
    metric === 'followers'
      ? await listMostFollowed(ctx.db, limit)
      : await listTopScores(ctx.db, { metric, period, limit })
  const wallets = ranked.map(({ wallet }) => wallet)
  const users = new Map((await findUsers(ctx.db, { wallets })).map((user) => [user.wallet, user]))
  return ranked
    .flatMap(({ wallet, value }) => {
      const user = users.get(wallet)
      return user ? [{ value, user }] : []
    })
    .map((entry, index) => ({ rank: index + 1, ...entry }))
}
