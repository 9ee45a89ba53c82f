import type { Address } from '../../../lib/hex.js'
import { QUARTER_MS } from '../../../lib/local-days.js'
import { DAY_MS, HOUR_MS } from '../../../lib/time.js'
import { databaseNowOnce } from '../../../platform/db/columns.js'
import { allReceipts } from '../read-model/all-receipts-sql.js'
import { unpaidStatuses } from './unpaid-sql.js'

export type MerchantDay = { merchant: Address; day: number }

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
export type Sum = (typeof sums)[number]

export const listSums = (write: (sum: Sum) => string) => sums.map(write).join(', ')
export const sumColumns = listSums((sum) => sum)
export const untilColumns = listSums((sum): keyof DayRow => `${sum}_until`)
export const dayColumns = `merchant, day, quarters, ${untilColumns}`

/** SQL: the unpaid receipts of merchant `$1` created in a span of Unix ms, as rows of sums. */
export const createdBetween = (from: string, to: string) => `
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
export const today = `(${databaseNowOnce} / ${DAY_MS})::int`

export const startOf = (day: string) => `${day} * ${DAY_MS}::bigint`

/** SQL: the rows of days, from rows of sums by merchant and quarter. */
export const summed = (source: string) => `
  select merchant, day, array_agg(quarter order by quarter) as quarters,
    ${listSums((sum) => `array_agg(${sum}_until order by quarter) as ${sum}_until`)}
  from (
    select merchant, (quarter / 96)::int as day, (quarter % 96)::int as quarter,
      ${listSums((sum) => `(sum(sum(${sum})) over until)::bigint as ${sum}_until`)}
    from (${source}) as counted group by merchant, quarter
    window until as (partition by merchant, quarter / 96 order by quarter)
  ) as by_quarter group by merchant, day`

/** The newest days whose sums are kept. */
export const keptDays = 400

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
export const missingDays = (from: string, to: string) => `
  select day, coalesce(${canBeStored}, false) as can_be_stored from generate_series(${from}::int, ${to}::int) as days (day)
  where not exists (
    select from unpaid_days as stored
    where stored.merchant = $1 and stored.day = days.day and stored.day between ${from} and ${to}
  )`
/** Returns the UTC days that periods are part of, both ends included. */
export function daysOf(bounds: readonly number[]): { fromDay: number; toDay: number } {
  const [from = 0] = bounds
  return {
    fromDay: Math.floor(from / DAY_MS),
    toDay: Math.floor(((bounds.at(-1) ?? 0) - 1) / DAY_MS),
  }
}
