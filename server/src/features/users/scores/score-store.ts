import type { Address } from '../../../lib/hex.js'
import { valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import { type Period, periodDays, periods, type ScoreChange, type ScoredPair } from './score.js'

type StateRow = { day: number }

/**
 * Locks the scores of all users until the transaction ends, and returns the day that the periods
 * were computed for. Waits for changes of visibility, which share the lock.
 */
export async function lockScores(db: Queryable): Promise<number> {
  const { rows } = await db.query<Pick<StateRow, 'day'>>(
    'select day from user_score_state for update',
  )
  if (!rows[0]) throw new Error('the state of scores is missing')
  return rows[0].day
}

/** Keeps scores from changing until the transaction ends. Changes of visibility share this lock. */
export async function lockScoresShared(db: Queryable): Promise<void> {
  await db.query('select from user_score_state for share')
}

export async function updateScoreDay(db: Queryable, day: number): Promise<void> {
  await db.query('update user_score_state set day = $1', [day])
}

/** Adds changes to every period that contains their day, and to the public profiles. */
export async function addScores(
  db: Queryable,
  { changes, today }: { changes: readonly ScoreChange[]; today: number },
): Promise<void> {
  if (changes.length === 0) return
  for (const period of periods) {
    const periodChanges = changes.filter(({ day }) => day > firstDayBefore(period, today))
    if (periodChanges.length > 0) await addToPeriod(db, { period, changes: periodChanges })
  }
  await db.query(
    `update public_users set xp = public_users.xp + sums.xp, sales = public_users.sales + sums.sales,
       purchases = public_users.purchases + sums.purchases
     from (
       select sums.* from public_users join (${summed}) as sums using (wallet)
       order by public_users.wallet for no key update of public_users
     ) as sums where public_users.wallet = sums.wallet`,
    columnsOf(changes),
  )
}

/** Computes the scores of a period again from all pairs. */
export async function rebuildPeriod(
  db: Queryable,
  { period, today }: { period: Period; today: number },
): Promise<void> {
  await db.query('delete from user_scores where period = $1', [period])
  await db.query(
    `insert into user_scores (wallet, period, xp, sales, purchases, is_public)
     select wallet, $1, sum(xp), sum(sales), sum(purchases),
       exists (select 1 from public_users where public_users.wallet = parts.wallet)
     from (
       select merchant as wallet, xp, receipts as sales, 0 as purchases
       from scored_pairs where day > $2
       union all
       select buyer, xp, 0, receipts from scored_pairs where day > $2 and buyer <> ''
     ) as parts group by wallet`,
    [period, firstDayBefore(period, today)],
  )
}

/** Returns the scores of a wallet over all time. */
export async function findScore(
  db: Queryable,
  wallet: Address,
): Promise<{ xp: number; sales: number; purchases: number }> {
  const { rows } = await db.query<{ xp: string; sales: number; purchases: number }>(
    `select xp, sales, purchases from user_scores where wallet = $1 and period = 'all'`,
    [wallet],
  )
  const [row] = rows
  return { xp: Number(row?.xp ?? 0), sales: row?.sales ?? 0, purchases: row?.purchases ?? 0 }
}

/** Marks the scores of a wallet as public or private. */
export async function updateScoreVisibility(
  db: Queryable,
  { wallet, isPublic }: { wallet: Address; isPublic: boolean },
): Promise<void> {
  await db.query('update user_scores set is_public = $2 where wallet = $1', [wallet, isPublic])
}

type PairKey = Pick<ScoredPair, 'merchant' | 'buyer' | 'day'>

const pairColumns = defineColumns<ScoredPair>({
  merchant: 'text',
  buyer: 'text',
  day: 'int',
  receipts: 'int',
  netCents: 'bigint',
  xp: 'int',
})
const keyColumns = pairColumns.pick('merchant', 'buyer', 'day')

/** Finds the stored pairs with these keys. */
export async function findPairs(db: Queryable, keys: readonly PairKey[]): Promise<ScoredPair[]> {
  return pairColumns.list(
    db,
    `select ${pairColumns.fields} from scored_pairs
     join (
       select distinct * from ${keyColumns.unnest} as given (${keyColumns.names})
     ) as keys using (${keyColumns.names})`,
    keyColumns.batchOf(keys),
  )
}

/** Stores pairs, and deletes those without receipts. */
export async function replacePairs(db: Queryable, pairs: readonly ScoredPair[]): Promise<void> {
  const empty = pairs.filter(({ receipts }) => receipts === 0)
  const filled = pairs.filter(({ receipts }) => receipts > 0)
  await db.query(
    `delete from scored_pairs using ${keyColumns.unnest} as given (${keyColumns.names})
     where scored_pairs.merchant = given.merchant and scored_pairs.buyer = given.buyer
       and scored_pairs.day = given.day`,
    keyColumns.batchOf(empty),
  )
  await db.query(
    `insert into scored_pairs (${pairColumns.names}) select * from ${pairColumns.unnest}
     on conflict (merchant, buyer, day) do update
     set receipts = excluded.receipts, net_cents = excluded.net_cents, xp = excluded.xp`,
    pairColumns.batchOf(filled),
  )
}

/** The changes of each wallet, added up. */
const summed = `select wallet, sum(xp) as xp, sum(sales) as sales, sum(purchases) as purchases
  from unnest($1::text[], $2::bigint[], $3::int[], $4::int[]) as given (wallet, xp, sales, purchases)
  group by wallet`

function columnsOf(changes: readonly ScoreChange[]): unknown[] {
  return [...valuesOf(changes, ['wallet', 'xp', 'sales', 'purchases'])]
}

/** Adds zeros first: a row with a negative change would violate the checks of the table. */
async function addToPeriod(
  db: Queryable,
  { period, changes }: { period: Period; changes: readonly ScoreChange[] },
): Promise<void> {
  await db.query(
    `insert into user_scores (wallet, period, xp, sales, purchases, is_public)
     select distinct given.wallet, $2, 0, 0, 0, public_users.wallet is not null
     from unnest($1::text[]) as given (wallet) left join public_users using (wallet)
     on conflict (wallet, period) do nothing`,
    [changes.map(({ wallet }) => wallet), period],
  )
  await db.query(
    `update user_scores set xp = user_scores.xp + sums.xp, sales = user_scores.sales + sums.sales,
       purchases = user_scores.purchases + sums.purchases
     from (${summed}) as sums where user_scores.wallet = sums.wallet and period = $5`,
    [...columnsOf(changes), period],
  )
}

function firstDayBefore(period: Period, today: number): number {
  const days = periodDays[period]
  return days === null ? -1 : today - days
}

type RankedWallet = { wallet: Address; value: number }

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
