import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Period } from './score.js'

export type RankedWallet = { wallet: Address; value: number }

/** The column of each metric. Listed, so that no other text becomes part of the SQL. */
const scoreColumns = { xp: 'xp', sales: 'sales', purchases: 'purchases' } as const

/** Lists the public users with the highest score in a period. Those with zero are absent. */
export async function listTopScores(
  db: Queryable,
  input: { metric: keyof typeof scoreColumns; period: Period; limit: number },
): Promise<RankedWallet[]> {
  const column = scoreColumns[input.metric]
  const { rows } = await db.query<{ wallet: Address; value: string }>(
    `select wallet, ${column} as value from user_scores
     where is_public and period = $1 and ${column} > 0
     order by ${column} desc, wallet desc limit $2`,
    [input.period, input.limit],
  )
  return rows.map(({ wallet, value }) => ({ wallet, value: Number(value) }))
}

/** Lists the public users with the most followers. Those without followers are absent. */
export async function listMostFollowed(db: Queryable, limit: number): Promise<RankedWallet[]> {
  const { rows } = await db.query<{ wallet: Address; value: number }>(
    `select wallet, followers as value from public_users where followers > 0
     order by followers desc, wallet desc limit $1`,
    [limit],
  )
  return rows
}
