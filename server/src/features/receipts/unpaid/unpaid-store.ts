import type { Address } from '../../../lib/hex.js'
import { QUARTER_MS } from '../../../lib/local-days.js'
import { type Cents, cents } from '../../../lib/money.js'
import type { Queryable } from '../../../platform/db/db.js'
import {
  createdBetween,
  daysOf,
  listSums,
  missingDays,
  type Sum,
  startOf,
  sumColumns,
} from './unpaid-days-sql.js'

type Total = { count: number; cents: Cents }

/** Unpaid receipts by their outcome. */
export type UnpaidReceipts = { open: Total; failed: Total }

/** Periods that follow each other, as their starts and the end of the last, in Unix ms. */
export type UnpaidRange = { merchant: Address; bounds: readonly number[] }

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
