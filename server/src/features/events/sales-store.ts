import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'

/** Returns whether a confirmed payment of at least this worth reached the merchant. */
export async function hasSale(
  db: Queryable,
  { merchant, minUsdMicros }: { merchant: Address; minUsdMicros: bigint },
): Promise<boolean> {
  const { rows } = await db.query<{ has_sale: boolean }>(
    `select exists (
       select from payments
       where merchant = $1 and state = 'confirmed' and mismatch is null and usd_micros >= $2
     ) as has_sale`,
    [merchant, minUsdMicros],
  )
  return rows[0]?.has_sale ?? false
}
