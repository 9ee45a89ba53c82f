import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import { isRefundOfSale } from '../../receipts/read-model/matching-sql.js'
import type { Span } from '../read-report-query.js'

/**
 * Days that follow each other, by their starts and the end of the last, and spans of several days.
 * Results are in the order of days, then of spans.
 */
export type CountedSpans = { merchant: Address; bounds: readonly number[]; spans: readonly Span[] }

/** SQL: the range of all days. */
const inRange = (at: string) =>
  `${at} >= ($2::bigint[])[1] and ${at} < ($2::bigint[])[cardinality($2::bigint[])]`

/** SQL: the day of a time, counted from 0. */
const dayOf = (at: string) => `width_bucket(${at}, $2::bigint[]) - 1`

/** SQL: spans with numbers that follow those of the days. */
const spans = `unnest($3::bigint[], $4::bigint[]) with ordinality as spans (start_at, end_at, number)`
const spanNumber = 'cardinality($2::bigint[]) - 2 + number'

/** Counts the receipts with a refund in each day and span. Returned credit is no refund. */
export async function countRefunded(
  db: Queryable,
  { hasCredit, ...input }: CountedSpans & { hasCredit: boolean },
): Promise<number[]> {
  type Row = { place: string; count: string }
  const { rows } = await db.query<Row>(
    `with refunded as materialized (
       select receipt_id, at from ledger_postings as p
       where merchant = $1 and kind = 'refund' and ${inRange('at')} and receipt_id is not null
         ${hasCredit ? `and ${isRefundOfSale('p')}` : ''}
     )
     select place, count(*) as count from (
       select distinct ${dayOf('at')} as place, receipt_id collate "C" from refunded
       union all
       select distinct ${spanNumber}, receipt_id collate "C"
       from ${spans} join refunded on at between start_at and end_at
     ) as receipts (place, receipt_id) group by place`,
    paramsOf(input),
  )
  return byPlace(input, rows, ({ count }) => Number(count ?? 0))
}

/** Receipts beyond the number of sales minus reversals. */
export type UncountedSales = { sales: number; tips: number }

export const noneReversed: UncountedSales = { sales: 0, tips: 0 }

/**
 * Returns how many more receipts than sales minus reversals each day and span has. A sale and its
 * reversal are one receipt, and a reversal alone is one too. Reversals are rare.
 */
export async function countReversed(db: Queryable, input: CountedSpans): Promise<UncountedSales[]> {
  type Row = { place: string; sales: string; tips: string }
  const receiptIds = await listReversed(db, input)
  if (receiptIds.length === 0) return byPlace(input, [], () => noneReversed)
  const { rows } = await db.query<Row>(
    `with posted as materialized (
       select p.receipt_id, at, case when key like 'undo:%' then -1 else 1 end as sign, has_tip
       from unnest($5::text[]) as undone (receipt_id)
       cross join lateral (
         select * from ledger_postings
         where merchant = $1 and receipt_id = undone.receipt_id and kind = 'sale' and ${inRange('at')}
         offset 0
       ) as p
       left join lateral (
         select lines @> '[{"kind": "tip"}]' as has_tip from receipts
         where merchant = $1 and id = undone.receipt_id offset 0
       ) as r on true
     ), placed as (
       select ${dayOf('at')} as place, posted.* from posted
       union all
       select ${spanNumber}, posted.* from ${spans} join posted on at between start_at and end_at
     )
     select place, sum(1 - net) as sales, coalesce(sum(1 - net) filter (where has_tip), 0) as tips
     from (select place, receipt_id, has_tip, sum(sign) as net from placed group by 1, 2, 3) as nets
     group by place`,
    [...paramsOf(input), receiptIds],
  )
  return byPlace(input, rows, ({ sales, tips }) => ({
    sales: Number(sales ?? 0),
    tips: Number(tips ?? 0),
  }))
}

/** Lists the receipts with a reversed sale. */
async function listReversed(
  db: Queryable,
  { merchant, bounds }: Pick<CountedSpans, 'merchant' | 'bounds'>,
): Promise<string[]> {
  const { rows } = await db.query<{ receipt_id: string }>(
    `select distinct receipt_id from ledger_postings
     where merchant = $1 and kind = 'sale' and key like 'undo:%' and at >= $2 and at < $3
       and receipt_id is not null`,
    [merchant, bounds[0], bounds.at(-1)],
  )
  return rows.map(({ receipt_id }) => receipt_id)
}

function paramsOf({ merchant, bounds, spans: all }: CountedSpans): unknown[] {
  return [merchant, bounds, all.map(({ from }) => from), all.map(({ to }) => to)]
}

/** Returns one value for each day and span. Those without a row have the value of an empty row. */
function byPlace<Row extends { place: string }, Value>(
  input: Pick<CountedSpans, 'bounds' | 'spans'>,
  rows: readonly Row[],
  read: (row: Partial<Row>) => Value,
): Value[] {
  const rowsByPlace = new Map(rows.map((row) => [Number(row.place), row]))
  const length = input.bounds.length - 1 + input.spans.length
  return Array.from({ length }, (_, place) => read(rowsByPlace.get(place) ?? {}))
}
