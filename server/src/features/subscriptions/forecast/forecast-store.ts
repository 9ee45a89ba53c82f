import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'

/** A position in the order of a forecast: the subscriptions after it follow. */
export type ForecastStart = { customer: string; id: string }

/** Lists the subscriptions of a merchant that have something due before a time, customer by customer. */
export async function listForecastIds(
  db: Queryable,
  {
    merchant,
    until,
    after,
    limit,
  }: { merchant: Address; until: UnixMs; after: ForecastStart; limit: number },
): Promise<{ customer: Address; id: string }[]> {
  const { rows } = await db.query<{ customer: Address; id: string }>(
    `select customer, id from subscriptions
     where merchant = $1 and status in ('active', 'past_due', 'unpaid')
       and (customer, id) > ($2, $3) and least(due_at, next_charge_at) < $4
     order by customer, id limit $5`,
    [merchant, after.customer, after.id, until, limit],
  )
  return rows
}
