import type { Address } from '../../../lib/hex.js'
import { receiptStatuses, statusFacts } from '../../../lib/receipt-statuses.js'
import type { UnixMs } from '../../../lib/time.js'
import type { BatchOperation } from '../../../platform/batches.js'
import { toTimeOrNull, valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

const unpaid = receiptStatuses.filter(
  (status) => !statusFacts[status].isPaid && !statusFacts[status].isFinal,
)

export type UnpaidQuery = { merchant: Address; orderNetwork: string; after: UnixMs; nth: number }

/**
 * Returns the times of the `nth` newest unpaid orders of network addresses at shops since `after`,
 * or null where there are fewer. Subqueries hide the number of queries from the planner, so that it
 * keeps one plan.
 */
async function findNthUnpaidOrders(
  db: Queryable,
  queries: readonly UnpaidQuery[],
): Promise<(UnixMs | null)[]> {
  const { rows } = await db.query<{ created_at: string | null }>(
    `select nth.created_at
     from unnest((select $1::text[]), (select $2::text[]), (select $3::bigint[]), (select $4::int[]))
       with ordinality as given (order_network, merchant, after, skipped, place)
     left join lateral (
       select receipts.created_at from receipts
       where receipts.order_network = given.order_network and receipts.merchant = given.merchant
         and receipts.created_at > given.after and status = any($5)
       order by receipts.created_at desc offset given.skipped limit 1
     ) as nth on true
     order by given.place`,
    [
      ...valuesOf(queries, ['orderNetwork', 'merchant', 'after']),
      queries.map(({ nth }) => nth - 1),
      unpaid,
    ],
  )
  return rows.map(({ created_at }) => toTimeOrNull(created_at))
}

/** Counts of orders at the same time share a statement. */
export const batchedUnpaidOrders: BatchOperation<UnpaidQuery, UnixMs | null> = {
  run: findNthUnpaidOrders,
}

/** Removes the network address of a batch of orders placed up to `before`. Returns their number. */
export async function forgetOrderNetworks(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `update receipts set order_network = null where (merchant, id) in (
       select merchant, id from receipts
       where order_network is not null and created_at <= $1 limit $2 for update skip locked
     )`,
    [before, limit],
  )
  return rowCount
}
