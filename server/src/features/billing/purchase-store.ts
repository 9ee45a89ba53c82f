import type { PaidPlan } from '../../auth/plans.js'
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
  plan: PaidPlan
  units: BaseUnits
  transactionHash: string
  grantedSeconds: number
  /** When the plan ends after this purchase. */
  paidUntil: UnixMs
  createdAt: UnixMs
}

/** Inserts a purchase. */
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
      String(purchase.units),
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
): Promise<Pick<Purchase, 'merchant' | 'subscriptionId' | 'paidUntil'> | null> {
  const { rows } = await db.query<{
    merchant: Address
    subscription_id: string
    paid_until: string
  }>(
    'select merchant, subscription_id, paid_until from plan_purchases where payer = $1 and id = $2',
    [payer, id],
  )
  const [row] = rows
  return row
    ? {
        merchant: row.merchant,
        subscriptionId: row.subscription_id,
        paidUntil: toTime(row.paid_until),
      }
    : null
}

/** Returns the seconds that all purchases of a subscription granted. */
export async function sumGrantedSeconds(
  db: Queryable,
  { merchant, subscriptionId }: { merchant: Address; subscriptionId: string },
): Promise<number> {
  const { rows } = await db.query<{ sum: string | null }>(
    `select sum(granted_seconds) from plan_purchases
     where merchant = $1 and subscription_id = $2`,
    [merchant, subscriptionId],
  )
  return Number(rows[0]?.sum ?? 0)
}
