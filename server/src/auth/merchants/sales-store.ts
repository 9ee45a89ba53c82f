import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'

/** SQL: whether the merchant $1 has a sale, which is a confirmed payment on chain worth at least $2. */
const saleExists = `exists (
  select from payments
  where merchant = $1 and state = 'confirmed' and mismatch is null and usd_micros >= $2
)`

/** Returns whether a merchant has a sale of at least this worth. */
export async function hasSale(
  db: Queryable,
  { merchant, minUsdMicros }: { merchant: Address; minUsdMicros: bigint },
): Promise<boolean> {
  const { rows } = await db.query<{ has_sale: boolean }>(`select ${saleExists} as has_sale`, [
    merchant,
    minUsdMicros,
  ])
  return rows[0]?.has_sale ?? false
}

/** Returns whether a merchant pays for its plan, has agreed terms, or has a sale of any worth. */
export async function isEstablished(db: Queryable, merchant: Address): Promise<boolean> {
  const { rows } = await db.query<{ is_established: boolean }>(
    `select exists (
       select from plan_subscriptions
       where merchant = $1 and (plan <> 'starter' or calls_per_minute is not null)
     ) or ${saleExists} as is_established`,
    [merchant, 1n],
  )
  return rows[0]?.is_established ?? false
}
