import type { Address } from '../../../lib/hex.js'
import { QUARTER_MS } from '../../../lib/local-days.js'
import { type Cents, cents } from '../../../lib/money.js'
import { DAY_MS, HOUR_MS } from '../../../lib/time.js'
import { databaseNowOnce } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { allReceipts } from '../read-model/all-receipts-sql.js'
import { unpaidStatuses } from './unpaid-sql.js'

type Total = { count: number; cents: Cents }

/** Unpaid receipts by their outcome. */
export type UnpaidReceipts = { open: Total; failed: Total }

/** Periods that follow each other, as their starts and the end of the last, in Unix ms. */
export type UnpaidRange = { merchant: Address; bounds: readonly number[] }

type MerchantDay = { merchant: Address; day: number }

/** A row of `unpaid_changes`. */
type ChangeRow = {
  merchant: Address
  quarter: number
  open: number
  open_cents: string
  failed: number
  failed_cents: string
}

/** A row of `unpaid_days`, with the sums of the day up to the end of each quarter. */
type DayRow = MerchantDay & {
  quarters: number[]
  open_until: string[]
  open_cents_until: string[]
  failed_until: string[]
  failed_cents_until: string[]
}

const sums = [
  'open',
  'open_cents',
  'failed',
  'failed_cents',
] as const satisfies readonly (keyof ChangeRow)[]
type Sum = (typeof sums)[number]

const listSums = (write: (sum: Sum) => string) => sums.map(write).join(', ')
const sumColumns = listSums((sum) => sum)
const untilColumns = listSums((sum): keyof DayRow => `${sum}_until`)
const dayColumns = `merchant, day, quarters, ${untilColumns}`

/** SQL: the unpaid receipts of merchant `$1` created in a span of Unix ms, as rows of sums. */
const createdBetween = (from: string, to: string) => `
  select created_at / ${QUARTER_MS} as quarter, (status <> 'failed')::int as open,
    case when status <> 'failed' then total_usd_cents else 0 end as open_cents,
    (status = 'failed')::int as failed,
    case when status = 'failed' then total_usd_cents else 0 end as failed_cents
  from unnest('{${unpaidStatuses.join(',')}}'::text[]) as given (name)
  cross join lateral (
    select status, created_at, total_usd_cents from ${allReceipts} as own
    where merchant = $1 and status = name and created_at >= ${from} and created_at < ${to}
    -- Keeps one scan of the index per status.
    offset 0
  ) as unpaid`

/** SQL: the UTC day by the clock of the database. */
const today = `(${databaseNowOnce} / ${DAY_MS})::int`

const startOf = (day: string) => `${day} * ${DAY_MS}::bigint`

/** SQL: the rows of days, from rows of sums by merchant and quarter. */
const summed = (source: string) => `
  select merchant, day, array_agg(quarter order by quarter) as quarters,
    ${listSums((sum) => `array_agg(${sum}_until order by quarter) as ${sum}_until`)}
  from (
    select merchant, (quarter / 96)::int as day, (quarter % 96)::int as quarter,
      ${listSums((sum) => `(sum(sum(${sum})) over until)::bigint as ${sum}_until`)}
    from (${source}) as counted group by merchant, quarter
    window until as (partition by merchant, quarter / 96 order by quarter)
  ) as by_quarter group by merchant, day`

/** The newest days whose sums are kept. */
const keptDays = 400

/** SQL: the day on which merchant `$1` created its first receipt, or null. */
const firstDay = `(
    select min(created_at) / ${DAY_MS} from (
      (select created_at from receipts where merchant = $1 and archived_at is null
       order by created_at, id limit 1)
      union all
      (select created_at from receipts where merchant = $1 and archived_at is not null
       order by created_at, id limit 1)
    ) as first_receipts
  )`

/**
 * SQL condition: the day ended over an hour ago, so no statement from before its end still runs.
 * Days before the first receipt are not stored, because anyone could ask for those of a new shop.
 */
const canBeStored = `(${startOf('(day + 1)')} + ${HOUR_MS} <= ${databaseNowOnce}
    and day >= ${firstDay} and day >= ${databaseNowOnce} / ${DAY_MS} - ${keptDays})`

/** SQL: days from one to another, both included, without stored sums. */
const missingDays = (from: string, to: string) => `
  select day, coalesce(${canBeStored}, false) as can_be_stored from generate_series(${from}::int, ${to}::int) as days (day)
  where not exists (
    select from unpaid_days as stored
    where stored.merchant = $1 and stored.day = days.day and stored.day between ${from} and ${to}
  )`

/**
 * Sums the receipts created in each period that are open or failed now. `missing` is the number of
 * days whose sums could be stored.
 */
export async function readUnpaid(
  db: Queryable,
  { merchant, bounds }: UnpaidRange,
): Promise<{ unpaid: UnpaidReceipts[]; missing: number }> {
  const quarters = bounds.map((bound) => Math.floor(bound / QUARTER_MS))
  const { fromDay, toDay } = daysOf(bounds)
  // The planner must not see them, or it would plan the statement anew for every range.
  const [from, to] = ['(select $3::int)', '(select $4::int)']
  const first = '(select ($2::bigint[])[1])'
  const end = '(select ($2::bigint[])[cardinality($2::bigint[])])'
  type Row = Record<'place' | Sum, string>
  const { rows } = await db.query<Row>(
    `with missing as materialized (${missingDays(from, to)}), parts as (
       select period - 1 as place, ${listSums(
         (sum) =>
           `coalesce(${sum}_until[last_place], 0) - coalesce(${sum}_until[first_place], 0) as ${sum}`,
       )}
       from unpaid_days
       cross join lateral generate_series(
         greatest(width_bucket(day * 96::bigint, $2::bigint[]), 1),
         least(width_bucket(day * 96::bigint + 95, $2::bigint[]), cardinality($2::bigint[]) - 1)
       ) as period
       cross join lateral (
         select width_bucket((($2::bigint[])[period] - day * 96::bigint - 1)::int, quarters) as first_place,
           width_bucket((($2::bigint[])[period + 1] - day * 96::bigint - 1)::int, quarters) as last_place
       ) as places
       where merchant = $1 and day between ${from} and ${to}
       union all
       select width_bucket(quarter::bigint, $2::bigint[]) - 1, ${sumColumns} from unpaid_changes as change
       where merchant = $1 and quarter >= ${first}
         and quarter < ${end}
         and exists (
           select from unpaid_days as stored
           where stored.merchant = $1 and stored.day = change.quarter / 96
         )
       union all
       select width_bucket(quarter, $2::bigint[]) - 1, ${sumColumns}
       from missing cross join lateral (${createdBetween(
         `greatest(${startOf('day')}, ${first} * ${QUARTER_MS})`,
         `least(${startOf('(day + 1)')}, ${end} * ${QUARTER_MS})`,
       )}) as created
     )
     select place, ${listSums((sum) => `sum(${sum}) as ${sum}`)} from parts group by place
     union all
     select null, count(*), 0, 0, 0 from missing where can_be_stored`,
    [merchant, quarters, fromDay, toDay],
  )
  const unpaid = bounds.slice(1).map(() => none)
  for (const row of rows) if (row.place !== null) unpaid[Number(row.place)] = toUnpaid(row)
  return { unpaid, missing: Number(rows.find(({ place }) => place === null)?.open ?? 0) }
}

const none: UnpaidReceipts = {
  open: { count: 0, cents: cents(0n) },
  failed: { count: 0, cents: cents(0n) },
}

function toUnpaid(row: Record<Sum, string>): UnpaidReceipts {
  return {
    open: { count: Number(row.open), cents: cents(BigInt(row.open_cents)) },
    failed: { count: Number(row.failed), cents: cents(BigInt(row.failed_cents)) },
  }
}

/** Returns the UTC days that periods are part of, both ends included. */
function daysOf(bounds: readonly number[]): { fromDay: number; toDay: number } {
  const [from = 0] = bounds
  return {
    fromDay: Math.floor(from / DAY_MS),
    toDay: Math.floor(((bounds.at(-1) ?? 0) - 1) / DAY_MS),
  }
}

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
