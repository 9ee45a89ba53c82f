import type { Plan } from '../../auth/plans.js'
import type { Address } from '../../lib/hex.js'
import type { BaseUnits } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'

/** A payment for a developer plan. */
export type Purchase = {
  payer: Address
  id: string
  merchant: Address
  subscriptionId: string
  plan: Plan
  units: BaseUnits
  transactionHash: string
  grantedSeconds: number
  /** When the plan ends after this purchase. */
  paidUntil: UnixMs
  createdAt: UnixMs
}

export async function insertPurchase(db: Queryable, purchase: Purchase): Promise<void> {
  await db.query(
    `insert into plan_purchases (payer, id, merchant, subscription_id, plan, units, transaction_hash,
       granted_seconds, paid_until, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      purchase.payer,
      purchase.id,
      purchase.merchant,
      purchase.subscriptionId,
      purchase.plan,
      purchase.units,
      purchase.transactionHash,
      purchase.grantedSeconds,
      purchase.paidUntil,
      purchase.createdAt,
    ],
  )
}

/** Returns a purchase of a wallet, or null. */
export async function findPurchase(
  db: Queryable,
  { payer, id }: { payer: Address; id: string },
): Promise<Pick<Purchase, 'merchant' | 'subscriptionId' | 'plan' | 'paidUntil'> | null> {
  const { rows } = await db.query<{
    merchant: Address
    subscription_id: string
    plan: Plan
    paid_until: string
  }>(
    'select merchant, subscription_id, plan, paid_until from plan_purchases where payer = $1 and id = $2',
    [payer, id],
  )
  const [row] = rows
  return row
    ? {
        merchant: row.merchant,
        subscriptionId: row.subscription_id,
        plan: row.plan,
        paidUntil: toTime(row.paid_until),
      }
    : null
}

/** Marks a purchase as revoked. Returns false when it is already. */
export async function markRevoked(
  db: Queryable,
  { payer, id, revokedAt }: { payer: Address; id: string; revokedAt: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update plan_purchases set revoked_at = $3 where payer = $1 and id = $2 and revoked_at is null',
    [payer, id, revokedAt],
  )
  return rowCount === 1
}

/** Lists the time that purchases of a subscription granted, oldest first. */
export async function listGrants(
  db: Queryable,
  { merchant, subscriptionId }: { merchant: Address; subscriptionId: string },
): Promise<Pick<Purchase, 'createdAt' | 'grantedSeconds'>[]> {
  const { rows } = await db.query<{ created_at: string; granted_seconds: number }>(
    `select created_at, granted_seconds from plan_purchases
     where merchant = $1 and subscription_id = $2 and revoked_at is null order by created_at, id`,
    [merchant, subscriptionId],
  )
  return rows.map((row) => ({
    createdAt: toTime(row.created_at),
    grantedSeconds: row.granted_seconds,
  }))
}

/** Returns the seconds that all purchases of a subscription granted. */
export async function sumGrantedSeconds(
  db: Queryable,
  { merchant, subscriptionId }: { merchant: Address; subscriptionId: string },
): Promise<number> {
  const { rows } = await db.query<{ sum: string | null }>(
    `select sum(granted_seconds) from plan_purchases
     where merchant = $1 and subscription_id = $2 and revoked_at is null`,
    [merchant, subscriptionId],
  )
  return Number(rows[0]?.sum ?? 0)
}
