import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'

/** Returns whether a merchant pays for its plan, has agreed terms, or was paid on chain. */
export async function isEstablished(db: Queryable, merchant: Address): Promise<boolean> {
  const { rows } = await db.query<{ is_established: boolean }>(
    `select exists (
       select from plan_subscriptions
       where merchant = $1 and (plan <> 'starter' or calls_per_minute is not null)
     ) or exists (
       select from payments
       where merchant = $1 and state = 'confirmed' and mismatch is null and usd_micros > 0
     ) as is_established`,
    [merchant],
  )
  return rows[0]?.is_established ?? false
}
