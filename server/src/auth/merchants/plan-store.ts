import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { Plan } from '../plans.js'

/** A merchant's subscription to a developer plan. */
export type PlanSubscription = {
  id: string
  plan: Plan
  /** Overrides the limit of the plan. */
  callsPerMinute: number | null
  createdAt: UnixMs
  /** When a paid plan ends. Null for a plan without an end. */
  paidUntil: UnixMs | null
  /** Whether the merchant took it itself, without a payment. */
  isFree: boolean
  /** The key that came with the plan. */
  keyId: string | null
}

const subscriptionColumns = defineColumns<PlanSubscription>({
  id: 'text',
  plan: 'text',
  callsPerMinute: 'int',
  createdAt: 'time',
  paidUntil: 'time',
  isFree: 'boolean',
  keyId: 'text',
})

/** SQL condition: the plan of `subscription` is in force at the time `now`. */
export function isInForce(subscription: string, now: string): string {
  return `(${subscription}.paid_until is null or ${subscription}.paid_until > ${now})`
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

/** Lists a merchant's subscriptions, oldest first. Includes plans that have ended. */
export async function listPlanSubscriptions(
  db: Queryable,
  merchant: Address,
): Promise<PlanSubscription[]> {
  return subscriptionColumns.list(
    db,
    `select ${subscriptionColumns.fields} from plan_subscriptions
     where merchant = $1 order by created_at, id`,
    [merchant],
  )
}

/** Adds a subscription to a paid plan that ends, or moves its end. */
export async function upsertPaidSubscription(
  db: Queryable,
  subscription: {
    merchant: Address
    id: string
    plan: Plan
    paidUntil: UnixMs
    createdAt: UnixMs
  },
): Promise<void> {
  const { merchant, id, plan, paidUntil, createdAt } = subscription
  await db.query(
    `insert into plan_subscriptions (merchant, id, plan, paid_until, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (merchant, id) do update set paid_until = excluded.paid_until`,
    [merchant, id, plan, paidUntil, createdAt],
  )
}

/** Marks a subscription that a merchant took itself, without a payment. */
export async function markFree(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<void> {
  await db.query('update plan_subscriptions set is_free = true where merchant = $1 and id = $2', [
    merchant,
    id,
  ])
}

/** Sets the plan of a subscription, as the operator has agreed. */
export async function updatePlan(
  db: Queryable,
  { merchant, id, plan }: { merchant: Address; id: string; plan: Plan },
): Promise<void> {
  await db.query(
    'update plan_subscriptions set plan = $3, is_free = false where merchant = $1 and id = $2',
    [merchant, id, plan],
  )
}

/** Sets the key that came with a plan. */
export async function updatePlanKey(
  db: Queryable,
  { merchant, id, keyId }: { merchant: Address; id: string; keyId: string },
): Promise<void> {
  await db.query('update plan_subscriptions set key_id = $3 where merchant = $1 and id = $2', [
    merchant,
    id,
    keyId,
  ])
}
