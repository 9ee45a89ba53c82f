import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Plan } from '../plans.js'

export type PlanSubscription = { id: string; plan: Plan; createdAt: UnixMs }

/**
 * Creates the merchant of a wallet, with the wallet as owner and a first subscription. Returns false, without changes,
 * when the merchant exists.
 */
export async function insertMerchant(
  db: Queryable,
  merchant: { wallet: Address; subscriptionId: string; plan: Plan; createdAt: UnixMs },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with made as (
       insert into merchants (wallet, created_at) values ($1, $4)
       on conflict (wallet) do nothing
       returning wallet
     ), owned as (
       insert into members (merchant, wallet, role, created_at, joined_at)
       select wallet, wallet, 'owner', $4, $4 from made
     )
     insert into plan_subscriptions (merchant, id, plan, created_at)
     select wallet, $2, $3, $4 from made`,
    [merchant.wallet, merchant.subscriptionId, merchant.plan, merchant.createdAt],
  )
  return rowCount === 1
}

/** Returns whether a wallet is a member of a merchant, or a merchant has its name, with any owner. */
export async function hasMerchant(db: Queryable, wallet: Address): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from members where wallet = $1 and joined_at is not null
     union all
     select 1 from merchants where wallet = $1
     limit 1`,
    [wallet],
  )
  return rowCount > 0
}

/** Locks a merchant until the transaction ends, so that counts made in the meantime stay valid. */
export async function lockMerchant(db: Queryable, merchant: Address): Promise<void> {
  await db.query('select wallet from merchants where wallet = $1 for no key update', [merchant])
}

/** Adds a subscription, or updates the terms of an existing one. */
export async function upsertPlanSubscription(
  db: Queryable,
  subscription: {
    merchant: Address
    id: string
    plan: Plan
    callsPerMinute: number | null
    createdAt: UnixMs
  },
): Promise<void> {
  await db.query(
    `insert into plan_subscriptions (merchant, id, plan, calls_per_minute, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (merchant, id) do update
     set plan = excluded.plan, calls_per_minute = excluded.calls_per_minute`,
    [
      subscription.merchant,
      subscription.id,
      subscription.plan,
      subscription.callsPerMinute,
      subscription.createdAt,
    ],
  )
}

/** Lists a merchant's subscriptions without a custom limit, oldest first. */
export async function listPlanSubscriptions(
  db: Queryable,
  merchant: Address,
): Promise<PlanSubscription[]> {
  const { rows } = await db.query<{ id: string; plan: Plan; created_at: string }>(
    `select id, plan, created_at from plan_subscriptions
     where merchant = $1 and calls_per_minute is null order by created_at, id`,
    [merchant],
  )
  return rows.map(({ id, plan, created_at }) => ({
    id,
    plan,
    createdAt: toTime(created_at),
  }))
}
