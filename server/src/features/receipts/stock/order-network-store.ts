import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { receiptStatuses, statusFacts } from '../status/statuses.js'

const unpaid = receiptStatuses.filter(
  (status) => !statusFacts[status].isPaid && !statusFacts[status].isFinal,
)

/**
 * Returns the time of the `nth` newest unpaid order of a network address at a shop since `after`, or null when there are
 * fewer.
 */
export async function findNthUnpaidOrder(
  db: Queryable,
  input: { merchant: Address; network: string; after: UnixMs; nth: number },
): Promise<UnixMs | null> {
  const { rows } = await db.query<{ created_at: string }>(
    `select created_at from receipts
     where order_network = $1 and merchant = $2 and created_at > $3 and status = any($4)
     order by created_at desc offset $5 limit 1`,
    [input.network, input.merchant, input.after, unpaid, input.nth - 1],
  )
  return rows[0] ? toTime(rows[0].created_at) : null
}

/** Removes the network address from a batch of orders placed at `before` or earlier. Returns their number. */
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
