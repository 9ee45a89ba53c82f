import type { Address } from '../../lib/hex.js'
import type { AssetName } from '../../platform/chain/assets/asset-name.js'
import { toBaseUnits, toMicros } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { DayRange, DaySum, JurisdictionSum, SumPeriod } from './day-sum.js'
import type { Account, PostingKind } from './entry.js'

export type MerchantDay = { merchant: Address; day: number }

const keyColumns = 'merchant, day, kind, account, asset, jurisdiction'
const sumColumns = 'postings, units, usd_micros'

/**
 * SQL: the entries of postings of a source with `merchant` and `posting_key`, in the columns of daily sums. `offset 0` makes
 * the database look up each posting: it cannot know that few of them wait, and would read whole tables.
 */
const entriesOf = (source: string) => `
  select p.merchant, (p.at / 86400000)::int as day, p.kind, e.account, e.asset,
    coalesce(r.jurisdiction_code, '') as jurisdiction,
    case when e.seq > 1 then 0 when p.key like 'undo:%' then -1 else 1 end as postings,
    e.units, e.usd_micros
  from ${source} as given
  cross join lateral (
    select merchant, key, kind, at, receipt_id from ledger_postings
    where merchant = given.merchant and key = given.posting_key offset 0
  ) as p
  cross join lateral (
    select seq, account, asset, units, usd_micros from ledger_entries
    where merchant = p.merchant and posting_key = p.key offset 0
  ) as e
  left join lateral (
    select jurisdiction_code from receipts
    where merchant = p.merchant and id = p.receipt_id and p.kind in ('sale', 'refund') offset 0
  ) as r on true`

const summed = (source: string) => `
  select ${keyColumns}, sum(postings) as postings, sum(units) as units, sum(usd_micros) as usd_micros
  from (${entriesOf(source)}) as lines group by ${keyColumns}`

/** SQL: a merchant's sums in a range of days, including postings that are not summed yet. One snapshot sees each posting once. */
const allSums = `
  select ${keyColumns}, ${sumColumns} from ledger_days where merchant = $1
  union all
  ${entriesOf('(select merchant, posting_key from ledger_unsummed where merchant = $1)')}`

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
         usd_micros = ledger_days.usd_micros + excluded.usd_micros
     )
     select count(*) as count from taken`,
    [limit],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Sums a merchant's postings of some kinds by day, kind, account and asset. */
export async function sumByDay(db: Queryable, input: DayRange): Promise<DaySum[]> {
  type Row = {
    day: number
    kind: PostingKind
    account: Account
    asset: AssetName
    postings: string
    units: string
    usd_micros: string
  }
  const { rows } = await db.query<Row>(
    `select day, kind, account, asset, sum(postings) as postings, sum(units) as units,
       sum(usd_micros) as usd_micros
     from (${allSums}) as sums
     where day between $2 and $3 and kind = any($4)
     group by day, kind, account, asset
     order by day, kind, account collate "C", asset collate "C"`,
    [input.merchant, input.fromDay, input.toDay, input.kinds],
  )
  return rows.map(({ postings, units, usd_micros, ...row }) => ({
    ...row,
    postings: Number(postings),
    units: toBaseUnits(units),
    usdMicros: toMicros(usd_micros),
  }))
}

/** Sums a merchant's postings of some kinds by period, jurisdiction, kind and account. */
export async function sumByJurisdiction(
  db: Queryable,
  input: DayRange & { period: SumPeriod },
): Promise<JurisdictionSum[]> {
  type Row = {
    period_day: number
    jurisdiction: string
    kind: PostingKind
    account: Account
    postings: string
    usd_micros: string
  }
  const { rows } = await db.query<Row>(
    `select date_trunc($5, (date '1970-01-01' + day)::timestamp)::date - date '1970-01-01' as period_day,
       jurisdiction, kind, account, sum(postings) as postings, sum(usd_micros) as usd_micros
     from (${allSums}) as sums
     where day between $2 and $3 and kind = any($4)
     group by 1, jurisdiction, kind, account
     order by 1, jurisdiction collate "C", kind, account collate "C"`,
    [input.merchant, input.fromDay, input.toDay, input.kinds, input.period],
  )
  return rows.map(({ period_day, postings, usd_micros, ...row }) => ({
    ...row,
    periodDay: period_day,
    postings: Number(postings),
    usdMicros: toMicros(usd_micros),
  }))
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
     where (actual.postings, actual.units, actual.usd_micros)
       is distinct from (stored.postings, stored.units, stored.usd_micros)
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
