import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { isInForce } from '../merchants/plan-store.js'

/** Paying oneself this much costs the platform fee. Payments below a cent do not count. */
const minSales = { usdMicros: 10_000_000n, eachUsdMicros: 10_000n }
/** This many of the smallest counted payments reach the sum, so no query reads more. */
const maxCounted = minSales.usdMicros / minSales.eachUsdMicros

/**
 * Returns whether a merchant pays for its plan, has a plan or terms from the operator, or has
 * sales: a receipt paid on chain, and confirmed payments of ten dollars in sum. A plan that costs
 * nothing does not count.
 */
export async function isEstablished(
  db: Queryable,
  { merchant, now }: { merchant: Address; now: UnixMs },
): Promise<boolean> {
  const { rows } = await db.query<{ is_established: boolean }>(
    `select exists (
       select from plan_subscriptions s
       where merchant = $1 and not is_free and ${isInForce('s', '$5')}
         and (plan <> 'starter' or calls_per_minute is not null or paid_until is not null)
     ) or (
       exists (
         -- Indexes contain either archived or other receipts.
         select from receipts where archived_at is null
           and merchant = $1 and status in ('paid', 'completed') and not is_paid_manually
         union all
         select from receipts where archived_at is not null
           and merchant = $1 and status in ('paid', 'completed') and not is_paid_manually
       ) and $2 <= (
         select coalesce(sum(usd_micros), 0) from (
           select usd_micros from payments
           where merchant = $1 and state = 'confirmed' and mismatch is null and usd_micros >= $3
           limit $4
         ) as counted
       )
     ) as is_established`,
    [merchant, minSales.usdMicros, minSales.eachUsdMicros, maxCounted, now],
  )
  return rows[0]?.is_established ?? false
}
