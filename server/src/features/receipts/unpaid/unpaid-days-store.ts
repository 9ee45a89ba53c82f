import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import {
  createdBetween,
  dayColumns,
  daysOf,
  keptDays,
  listSums,
  type MerchantDay,
  missingDays,
  type Sum,
  startOf,
  sumColumns,
  summed,
  today,
  untilColumns,
} from './unpaid-days-sql.js'
import type { UnpaidRange } from './unpaid-store.js'

/** Locks the daily sums until the transaction ends. Waits for other writers. */
export async function lockUnpaidDays(db: Queryable): Promise<void> {
  const { rowCount } = await db.query('select is_one from unpaid_lock for update')
  if (rowCount !== 1) throw new Error('the row of unpaid_lock is missing')
}

/** Locks the daily sums if no other transaction has. Returns whether it did. */
export async function tryLockUnpaidDays(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query('select is_one from unpaid_lock for update skip locked')
  return rowCount > 0
}

/** A report of a long range stores the rest of its days the next time. */
const maxStoredDays = 100

/**
 * Stores the sums of the newest days that can be stored and have none. Pending changes are
 * subtracted; `addToUnpaidDays` adds them later. Must run in a transaction that has locked the
 * sums.
 */
export async function insertUnpaidDays(
  db: Queryable,
  { merchant, bounds }: UnpaidRange,
): Promise<void> {
  const { fromDay, toDay } = daysOf(bounds)
  await db.query(
    `with missing as materialized (
       select day from (${missingDays('$2', '$3')}) as days where can_be_stored
       order by day desc limit ${maxStoredDays}
     ), summed as (${summed(
       `select $1::text as merchant, quarter, ${sumColumns}
        from missing cross join lateral (${createdBetween(startOf('day'), startOf('(day + 1)'))}) as created
        union all
        select merchant, quarter, ${listSums((sum) => `-${sum}`)} from unpaid_changes
        where merchant = $1 and quarter / 96 in (select day from missing)`,
     )})
     insert into unpaid_days (${dayColumns})
     select $1, day, coalesce(quarters, '{}'), ${listSums((sum) => `coalesce(${sum}_until, '{}')`)}
     from missing left join summed using (day)`,
    [merchant, fromDay, toDay],
  )
}

/** Returns whether changes wait to be added to the sums. */
export async function hasUnpaidChanges(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query('select from unpaid_changes limit 1')
  return rowCount > 0
}

/**
 * Adds waiting changes to the sums of their days, and returns how many there were. Those of days
 * without sums are dropped. Must run in a transaction that has locked the sums.
 */
export async function addToUnpaidDays(db: Queryable, limit: number): Promise<number> {
  const untilOf = (row: string, sum: Sum) =>
    `coalesce(${row}.${sum}_until[width_bucket(quarter, ${row}.quarters)], 0)`
  const { rows } = await db.query<{ count: string }>(
    `with taken as (
       delete from unpaid_changes where (merchant, seq) in (
         select merchant, seq from unpaid_changes order by merchant, seq limit $1
       ) returning merchant, quarter, ${sumColumns}
     ), added as (${summed(`select * from taken`)}), changed as (
       update unpaid_days as stored set (quarters, ${untilColumns}) = (
         select array_agg(quarter order by quarter), ${listSums(
           (sum) =>
             `array_agg(${untilOf('stored', sum)} + ${untilOf('added', sum)} order by quarter)`,
         )}
         from (select unnest(stored.quarters) union select unnest(added.quarters))
           as both_rows (quarter)
       ) from added where stored.merchant = added.merchant and stored.day = added.day
     )
     select count(*) as count from taken`,
    [limit],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Lists the last days before today that have stored sums, after one of them. */
export async function listUnpaidDays(
  db: Queryable,
  { lastDays, after, limit }: { lastDays: number; after: MerchantDay | null; limit: number },
): Promise<MerchantDay[]> {
  const { rows } = await db.query<MerchantDay>(
    `select merchant, day from unpaid_days where day >= ${today} - $1 and (day, merchant) > ($2, $3)
     order by day, merchant limit $4`,
    [lastDays, after?.day ?? 0, after?.merchant ?? '', limit],
  )
  return rows
}

/** Deletes the sums of a day that differ from its receipts, and returns whether they did. */
export async function deleteWrongDay(
  db: Queryable,
  { merchant, day }: MerchantDay,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from unpaid_days where merchant = $1 and day = $2 and exists (
       select from (
         ${createdBetween(startOf('$2::int'), startOf('($2::int + 1)'))}
         union all
         select quarter, ${listSums((sum) => `-${sum}`)} from unpaid_changes
         where merchant = $1 and quarter / 96 = $2
         union all
         select $2::int * 96::bigint + quarter,
           ${listSums((sum) => `-(${sum}_until - lag(${sum}_until, 1, 0::bigint) over until)`)}
         from unnest(quarters, ${untilColumns}) as sums (quarter, ${untilColumns})
         window until as (order by quarter)
       ) as differences
       group by quarter having (${listSums((sum) => `sum(${sum})`)}) <> (0, 0, 0, 0)
     )`,
    [merchant, day],
  )
  return rowCount > 0
}

/** Deletes stored sums of old days. Must run in a transaction that has locked the sums. */
export async function deleteOldDays(db: Queryable, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from unpaid_days where ctid = any (array(
       select ctid from unpaid_days where day < ${today} - ${keptDays} limit $1
     ))`,
    [limit],
  )
  return rowCount
}

/** Deletes the sums of a merchant whose receipts the transaction deletes. */
export async function deleteUnpaidDays(db: Queryable, merchant: Address): Promise<void> {
  await lockUnpaidDays(db)
  await db.query('delete from unpaid_changes where merchant = $1', [merchant])
  await db.query('delete from unpaid_days where merchant = $1', [merchant])
}
