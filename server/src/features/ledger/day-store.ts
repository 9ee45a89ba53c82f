import type { Address } from '../../lib/hex.js'
import { QUARTER_MS } from '../../lib/local-days.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type {
  DayRange,
  DaySum,
  JurisdictionSum,
  PeriodRange,
  PeriodSum,
  UsdPeriodSum,
} from './day-sum.js'
import { entriesOf } from './read-model/day-entries-sql.js'

export type MerchantDay = { merchant: Address; day: number }

type DayTotals = { postings: string; units: string; usd_micros: string }

/** The quarters of an hour with postings, and the sums of the day up to the end of each. */
type RunningSums = {
  quarters: number[]
  postings_until: string[]
  units_until: string[]
  usd_micros_until: string[]
}

const keyColumns = 'merchant, day, kind, account, asset, jurisdiction'
const totalColumns = 'postings, units, usd_micros'
const untilColumns = 'quarters, postings_until, units_until, usd_micros_until'
const sumColumns = `${totalColumns}, ${untilColumns}`

/** SQL of the daily sums of postings of a source, with their running sums by quarter. */
const summed = (source: string) => `
  select ${keyColumns}, sum(postings)::bigint as postings, sum(units) as units,
    sum(usd_micros) as usd_micros, array_agg(quarter order by quarter) as quarters,
    array_agg(postings_until::bigint order by quarter) as postings_until,
    array_agg(units_until order by quarter) as units_until,
    array_agg(usd_micros_until order by quarter) as usd_micros_until
  from (
    select ${keyColumns}, quarter, sum(postings) as postings, sum(units) as units,
      sum(usd_micros) as usd_micros, sum(sum(postings)) over until as postings_until,
      sum(sum(units)) over until as units_until, sum(sum(usd_micros)) over until as usd_micros_until
    from (${entriesOf(source)}) as lines group by ${keyColumns}, quarter
    window until as (partition by ${keyColumns} order by quarter)
  ) as by_quarter group by ${keyColumns}`

/** SQL: the running sums of a stored row and an added one. */
const addedUntil = (column: keyof RunningSums) => {
  const sumUntil = (row: string) =>
    `coalesce(${row}.${column}[width_bucket(quarter, ${row}.quarters)], 0)`
  return `array_agg(${sumUntil('ledger_days')} + ${sumUntil('excluded')} order by quarter)`
}

const waiting = entriesOf('(select merchant, posting_key from ledger_unsummed where merchant = $1)')

/**
 * SQL of a merchant's sums in a range of days, including postings that are not summed yet. One
 * snapshot sees each posting once.
 */
const allSums = `
  select ${keyColumns}, ${totalColumns} from ledger_days where merchant = $1
  union all
  select ${keyColumns}, ${totalColumns} from (${waiting}) as waiting`

/** Adds waiting postings to the daily sums, and returns how many. */
export async function addToDays(db: Queryable, limit: number): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `with taken as (
       delete from ledger_unsummed where ctid = any (array(
         select ctid from ledger_unsummed
         order by merchant, posting_key limit $1 for update skip locked
       )) returning merchant, posting_key
     ), added as (
       insert into ledger_days (${keyColumns}, ${sumColumns}) ${summed('taken')}
       order by ${keyColumns}
       on conflict (${keyColumns}) do update
       set postings = ledger_days.postings + excluded.postings,
         units = ledger_days.units + excluded.units,
         usd_micros = ledger_days.usd_micros + excluded.usd_micros,
         (${untilColumns}) = (
           select array_agg(quarter order by quarter), ${addedUntil('postings_until')},
             ${addedUntil('units_until')}, ${addedUntil('usd_micros_until')}
           from (select unnest(ledger_days.quarters) union select unnest(excluded.quarters))
             as both_rows (quarter)
         )
     )
     select count(*) as count from taken`,
    [limit],
  )
  return Number(rows[0]?.count ?? 0)
}

const postings = { kind: 'number', sql: 'sum(postings)' } as const
const units = { kind: 'units', sql: 'sum(units)' } as const
const usdMicros = { kind: 'micros', sql: 'sum(usd_micros)' } as const
const dayColumns = defineColumns<DaySum>({
  day: 'int',
  kind: 'text',
  account: 'text',
  asset: 'text',
  postings,
  units,
  usdMicros,
})
const periodColumns = dayColumns.omit('day').with<{ period: number }>({ period: 'int' })
const usdColumns = periodColumns.omit('asset', 'units')
const jurisdictionColumns = defineColumns<JurisdictionSum>({
  period: 'int',
  jurisdiction: 'text',
  kind: 'text',
  account: 'text',
  postings,
  usdMicros,
})

/** Sums a merchant's postings of some kinds by UTC day, kind, account and asset. */
export async function sumByDay(db: Queryable, input: DayRange): Promise<DaySum[]> {
  return dayColumns.list(
    db,
    `select ${dayColumns.fields}
     from (${allSums}) as sums
     where day between $2 and $3 and kind = any($4)
     group by day, kind, account, asset
     order by day, kind, account collate "C", asset collate "C"`,
    [input.merchant, input.fromDay, input.toDay, input.kinds],
  )
}

/** SQL: how many quarters of a row are before a quarter. */
const placeOf = (quarter: string) =>
  `width_bucket((${quarter} - day * 96::bigint)::int - 1, quarters)`

/** SQL: the sum of a row within a period, which takes the whole day or some of its quarters. */
const withinPeriod = (column: keyof DayTotals) => `
  case when ends_day then ${column} else coalesce(${column}_until[last_place], 0) end
    - coalesce(${column}_until[first_place], 0) as ${column}`

/**
 * SQL of a merchant's sums of some kinds by period, including postings that are not summed yet.
 * Reading the running sums of a column takes most of the time.
 */
const allPeriodSums = (columns: readonly (keyof DayTotals)[]) => `
  select (period - 1)::int as period, d.* from unnest($2::bigint[], $3::bigint[])
    with ordinality as periods (from_quarter, to_quarter, period)
  cross join lateral (
    select kind, account, asset, jurisdiction, ${columns.map(withinPeriod).join(', ')}
    from ledger_days cross join lateral (
      select from_quarter <= day * 96::bigint as begins_day, to_quarter >= (day + 1) * 96::bigint as ends_day
    ) as part cross join lateral (
      select case when begins_day then 0 else ${placeOf('from_quarter')} end as first_place,
        case when ends_day then cardinality(quarters) else ${placeOf('to_quarter')} end as last_place
    ) as places
    where merchant = $1 and day between from_quarter / 96 and (to_quarter - 1) / 96
      and kind = any($4) and from_quarter < to_quarter
      and (first_place < last_place or begins_day and ends_day)
    offset 0
  ) as d
  union all
  select width_bucket(at / 900000, $2::bigint[]) - 1, kind, account, asset, jurisdiction, ${columns.join(', ')}
  from (${waiting}) as waiting
  where kind = any($4) and at >= ($2::bigint[])[1] * 900000
    and at < ($3::bigint[])[array_length($3, 1)] * 900000`

/** Sums a merchant's postings of some kinds by period, kind, account and asset. */
export async function sumByPeriod(db: Queryable, input: PeriodRange): Promise<PeriodSum[]> {
  return periodColumns.list(
    db,
    `select ${periodColumns.fields}
     from (${allPeriodSums(['postings', 'units', 'usd_micros'])}) as sums
     group by period, kind, account, asset
     order by period, kind, account collate "C", asset collate "C"`,
    paramsOf(input),
  )
}

/** Sums the value of a merchant's postings of some kinds by period, kind and account. */
export async function sumUsdByPeriod(db: Queryable, input: PeriodRange): Promise<UsdPeriodSum[]> {
  return usdColumns.list(
    db,
    `select ${usdColumns.fields}
     from (${allPeriodSums(['postings', 'usd_micros'])}) as sums
     group by period, kind, account`,
    paramsOf(input),
  )
}

/** Sums a merchant's postings of some kinds by period, jurisdiction, kind and account. */
export async function sumByJurisdiction(
  db: Queryable,
  input: PeriodRange,
): Promise<JurisdictionSum[]> {
  return jurisdictionColumns.list(
    db,
    `select ${jurisdictionColumns.fields}
     from (${allPeriodSums(['postings', 'usd_micros'])}) as sums
     group by period, jurisdiction, kind, account
     order by period, jurisdiction collate "C", kind, account collate "C"`,
    paramsOf(input),
  )
}

function paramsOf({ merchant, bounds, kinds }: PeriodRange): unknown[] {
  const quarters = bounds.map((bound) => Math.floor(bound / QUARTER_MS))
  return [merchant, quarters.slice(0, -1), quarters.slice(1), kinds]
}

/** Lists the days of merchants since a day that have postings or sums, after one of them. */
export async function listDays(
  db: Queryable,
  { sinceDay, after, limit }: { sinceDay: number; after: MerchantDay | null; limit: number },
): Promise<MerchantDay[]> {
  const { rows } = await db.query<MerchantDay>(
    `select merchant, day from (
       select merchant, (at / 86400000)::int as day from ledger_postings
       where at >= $1::bigint * 86400000
       union
       select merchant, day from ledger_days where day >= $1
     ) as days
     where (merchant, day) > ($2, $3) order by merchant, day limit $4`,
    [sinceDay, after?.merchant ?? '', after?.day ?? 0, limit],
  )
  return rows
}

/** SQL: the postings of merchant $1 on day $2. */
const ofDay = `
  select merchant, key as posting_key from ledger_postings
  where merchant = $1 and at >= $2::bigint * 86400000 and at < ($2::bigint + 1) * 86400000`

const columnsOf = (row: string) => sumColumns.replace(/\w+/g, `${row}.$&`)

/** Returns whether the sums of a merchant's day equal its entries, without waiting postings. */
export async function isDayCorrect(
  db: Queryable,
  { merchant, day }: MerchantDay,
): Promise<boolean> {
  const { rows } = await db.query(
    `with posted as (
       ${ofDay} and not exists (
         select 1 from ledger_unsummed as waiting
         where waiting.merchant = ledger_postings.merchant and waiting.posting_key = key
       )
     ), actual as (${summed('posted')}), stored as (
       select ${keyColumns}, ${sumColumns} from ledger_days where merchant = $1 and day = $2
     )
     select 1 from actual full join stored using (${keyColumns})
     where (${columnsOf('actual')}) is distinct from (${columnsOf('stored')})
     limit 1`,
    [merchant, day],
  )
  return rows.length === 0
}

/** Computes the sums of a merchant's day again from the entries. Must run in a transaction. */
export async function replaceDay(db: Queryable, { merchant, day }: MerchantDay): Promise<void> {
  await lockDays(db)
  await db.query('delete from ledger_days where merchant = $1 and day = $2', [merchant, day])
  await db.query(
    `with posted as (${ofDay}), waiting as (
       delete from ledger_unsummed
       where merchant = $1 and posting_key in (select posting_key from posted)
     )
     insert into ledger_days (${keyColumns}, ${sumColumns}) ${summed('posted')}`,
    [merchant, day],
  )
}

/** Deletes the sums of a merchant's sales. Must run in a transaction. */
export async function deleteDays(db: Queryable, merchant: Address): Promise<void> {
  await lockDays(db)
  await db.query('delete from ledger_unsummed where merchant = $1', [merchant])
  await db.query('delete from ledger_days where merchant = $1', [merchant])
}

/** Waits for jobs that add to the sums, and locks others out. Postings and reports do not wait. */
async function lockDays(db: Queryable): Promise<void> {
  await db.query('lock table ledger_days in share row exclusive mode')
}
