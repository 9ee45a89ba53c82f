import type { Address } from '../../../lib/hex.js'
import { type Micros, micros } from '../../../lib/money.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Account, PostingKind } from '../../ledger/entry.js'
import { entriesOf } from '../../ledger/read-model/day-entries-sql.js'

/** A merchant with any sale, refund or receipt on a day, with the receipts created on it. */
export type MerchantDay = { day: number; merchant: Address; receipts: number; failures: number }

/** The sum of postings of a merchant's day, or of all. */
export type MerchantDaySum = {
  kind: PostingKind
  account: Account
  postings: number
  usdMicros: Micros
}

/** UTC days since 1970, both ends included. */
export type Days = { fromDay: number; toDay: number }

/** The days of a merchant, or of all. */
export type MerchantDays = Days & { merchant: Address | null }

type SumRow = { kind: PostingKind; account: Account; postings: string; usd_micros: string }

/**
 * SQL of the sums of merchant $3, or of all if it is null, on the days from $1 to $2, with postings
 * not summed yet.
 */
const sums = `
  select merchant, day, kind, account, sum(postings) as postings, sum(usd_micros) as usd_micros
  from (
    select merchant, day, kind, account, postings, usd_micros from ledger_days
    where day between $1 and $2 and ($3::text is null or merchant = $3)
    union all
    select merchant, day, kind, account, postings, usd_micros
    from (${entriesOf('ledger_unsummed')}) as waiting
    where day between $1 and $2 and ($3::text is null or merchant = $3)
  ) as lines
  where kind in ('sale', 'refund')
  group by merchant, day, kind, account`

/** SQL of the receipts of merchant $3, or of all, that were created on the days from $1 to $2. */
const counts = `
  select m.wallet as merchant, created.day, created.receipts, created.failures
  from merchants m cross join lateral (
    select (r.created_at / 86400000)::int as day, count(*) as receipts,
      count(*) filter (where r.status = 'failed') as failures
    -- Indexes contain either archived or other receipts.
    from (
      select * from receipts where archived_at is null
      union all
      select * from receipts where archived_at is not null
    ) as r
    where r.merchant = m.wallet and r.created_at >= $1::bigint * 86400000
      and r.created_at < ($2::bigint + 1) * 86400000
    group by 1
  ) as created
  where $3::text is null or m.wallet = $3`

/** Lists the days of merchants after a position, the newest day first. */
export async function listMerchantDays(
  db: Queryable,
  input: MerchantDays & { after: { day: number; merchant: string } | null; limit: number },
): Promise<MerchantDay[]> {
  const { fromDay, toDay, merchant: only, after, limit } = input
  const { rows } = await db.query<{
    day: number
    merchant: Address
    receipts: string | null
    failures: string | null
  }>(
    `with counted as (${counts}), keys as (
       select merchant, day from (${sums}) as summed union select merchant, day from counted
     )
     select day, merchant, receipts, failures
     from keys left join counted using (merchant, day)
     where $4::int is null or day < $4 or (day = $4 and merchant collate "C" > $5)
     order by day desc, merchant collate "C" limit $6`,
    [fromDay, toDay, only, after?.day ?? null, after?.merchant ?? null, limit],
  )
  return rows.map(({ day, merchant, receipts, failures }) => ({
    day,
    merchant,
    receipts: Number(receipts ?? 0),
    failures: Number(failures ?? 0),
  }))
}

/** Lists the sums of these days of merchants by kind and account. */
export async function sumMerchantDays(
  db: Queryable,
  input: MerchantDays & { keys: readonly Pick<MerchantDay, 'day' | 'merchant'>[] },
): Promise<(MerchantDaySum & { day: number; merchant: Address })[]> {
  const { fromDay, toDay, merchant: only, keys } = input
  const { rows } = await db.query<SumRow & { day: number; merchant: Address }>(
    `select merchant, day, kind, account, postings, usd_micros from (${sums}) as summed
     where (merchant, day) in (
       select merchant, day from unnest($4::text[], $5::int[]) as given (merchant, day)
     )`,
    [fromDay, toDay, only, keys.map(({ merchant }) => merchant), keys.map(({ day }) => day)],
  )
  return rows.map((row) => ({ ...toSum(row), day: row.day, merchant: row.merchant }))
}

/** Returns the sums of a merchant or of all on these days, and the number of receipts. */
export async function sumAllMerchants(
  db: Queryable,
  { fromDay, toDay, merchant }: MerchantDays,
): Promise<{ sums: MerchantDaySum[]; receipts: number; failures: number }> {
  const { rows } = await db.query<SumRow>(
    `select kind, account, sum(postings) as postings, sum(usd_micros) as usd_micros
     from (${sums}) as summed group by kind, account`,
    [fromDay, toDay, merchant],
  )
  const { rows: counted } = await db.query<{ receipts: string; failures: string }>(
    `select coalesce(sum(receipts), 0) as receipts, coalesce(sum(failures), 0) as failures
     from (${counts}) as counted`,
    [fromDay, toDay, merchant],
  )
  const [total] = counted
  return {
    sums: rows.map(toSum),
    receipts: Number(total?.receipts ?? 0),
    failures: Number(total?.failures ?? 0),
  }
}

function toSum({ kind, account, postings, usd_micros }: SumRow): MerchantDaySum {
  return { kind, account, postings: Number(postings), usdMicros: micros(BigInt(usd_micros)) }
}
