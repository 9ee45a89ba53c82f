import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { LimitName } from '../../../platform/limits/limits.js'

/** Counts what a merchant has at the moment, for limits that have no window. */
export async function countParts(
  db: Queryable,
  merchant: Address,
): Promise<Partial<Record<LimitName, number>>> {
  const { rows } = await db.query<{ webhooks: number; plans: number; slugs: number }>(
    `select
       (select count(*)::int from webhook_endpoints where merchant = $1) as webhooks,
       (select count(*)::int from billing_plans where merchant = $1 and is_active) as plans,
       (select count(*)::int from shop_slugs where merchant = $1 and released_at is not null) as slugs`,
    [merchant],
  )
  const { webhooks = 0, plans = 0, slugs = 0 } = rows[0] ?? {}
  return { webhooks, plans, 'former-slugs': slugs }
}
