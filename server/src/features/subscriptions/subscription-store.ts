import type { Address, Hash } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import { toTime, toTimeOrNull } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { SubscriptionStatus } from './lifecycle/subscription-status.js'
import type { ChargeStatus, OnChain, Subscription, SubscriptionRef } from './subscription.js'

export type SubscriptionRow = {
  merchant: Address
  id: string
  plan_id: string
  version: number
  customer: Address
  permission_hash: Hash
  spender: Address
  token: Address
  allowance: string
  period_seconds: string
  start_seconds: string
  end_seconds: string
  salt: string
  extra_data: Hex
  signature: Hex
  status: SubscriptionStatus
  next_charge_at: string | null
  due_at: string | null
  charged_period: string | null
  last_charge_at: string | null
  last_charge_status: ChargeStatus | null
  failed_attempts: number
  created_at: string
  updated_at: string
  paused_at: string | null
  canceled_at: string | null
  on_chain: OnChain | null
}

export const subscriptionColumns = `merchant, id, plan_id, version, customer, permission_hash, spender, token, allowance, period_seconds,
  start_seconds, end_seconds, salt, extra_data, signature, status, next_charge_at, due_at, charged_period,
  last_charge_at, last_charge_status, failed_attempts, created_at, updated_at, paused_at,
  canceled_at, on_chain`

/** Inserts a subscription. Returns false when its permission is already used. */
export async function insertSubscription(
  db: Queryable,
  subscription: Subscription,
): Promise<boolean> {
  const { permission } = subscription
  const { rowCount } = await db.query(
    `insert into subscriptions (${subscriptionColumns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
       $24, $25, $26, $27)
     on conflict (permission_hash) do nothing`,
    [
      subscription.merchant,
      subscription.id,
      subscription.planId,
      subscription.version,
      permission.account,
      subscription.permissionHash,
      permission.spender,
      permission.token,
      permission.allowance,
      permission.period,
      permission.start,
      permission.end,
      permission.salt,
      permission.extraData,
      subscription.signature,
      subscription.status,
      subscription.nextChargeAt,
      subscription.dueAt,
      subscription.chargedPeriod,
      subscription.lastChargeAt,
      subscription.lastChargeStatus,
      subscription.failedAttempts,
      subscription.createdAt,
      subscription.updatedAt,
      subscription.pausedAt,
      subscription.canceledAt,
      subscription.onChain,
    ],
  )
  return rowCount === 1
}

/** Finds a subscription of any merchant by its id, which callers may name alone. */
export async function findSubscription(db: Queryable, id: string): Promise<Subscription | null> {
  const { rows } = await db.query<SubscriptionRow>(
    `select ${subscriptionColumns} from subscriptions where id = $1`,
    [id],
  )
  return rows[0] ? toSubscription(rows[0]) : null
}

/** Finds the subscription of a permission. */
export async function findByPermission(
  db: Queryable,
  permissionHash: Hash,
): Promise<Subscription | null> {
  const { rows } = await db.query<SubscriptionRow>(
    `select ${subscriptionColumns} from subscriptions where permission_hash = $1`,
    [permissionHash],
  )
  return rows[0] ? toSubscription(rows[0]) : null
}

/** Finds a merchant's subscription and locks it until the transaction ends. */
export async function lockSubscription(
  db: Queryable,
  { merchant, id }: SubscriptionRef,
): Promise<Subscription | null> {
  const { rows } = await db.query<SubscriptionRow>(
    `select ${subscriptionColumns} from subscriptions where merchant = $1 and id = $2 for update`,
    [merchant, id],
  )
  return rows[0] ? toSubscription(rows[0]) : null
}

/** Lists subscriptions by their ids. The order is arbitrary. */
export async function listByRefs(
  db: Queryable,
  refs: readonly SubscriptionRef[],
): Promise<Subscription[]> {
  const { rows } = await db.query<SubscriptionRow>(
    `select ${subscriptionColumns} from subscriptions
     where (merchant, id) in (select * from unnest($1::text[], $2::text[]))`,
    [refs.map(({ merchant }) => merchant), refs.map(({ id }) => id)],
  )
  return rows.map(toSubscription)
}

/** Locks subscriptions until the transaction ends, in a fixed order that avoids deadlocks. */
export async function lockSubscriptions(
  db: Queryable,
  refs: readonly SubscriptionRef[],
): Promise<Subscription[]> {
  const { rows } = await db.query<SubscriptionRow>(
    `select ${subscriptionColumns} from subscriptions
     where (merchant, id) in (select * from unnest($1::text[], $2::text[]))
     order by merchant, id for update`,
    [refs.map(({ merchant }) => merchant), refs.map(({ id }) => id)],
  )
  return rows.map(toSubscription)
}

/** Saves everything that can change. The caller must hold the lock. */
export async function updateSubscription(db: Queryable, changed: Subscription): Promise<void> {
  await db.query(
    `update subscriptions
     set status = $3, next_charge_at = $4, due_at = $5, charged_period = $6, last_charge_at = $7,
       last_charge_status = $8, failed_attempts = $9, updated_at = $10, canceled_at = $11,
       revoke_at = case
         when $12 = 'pending' and on_chain is null then $11
         -- A reorganization may remove the revocation.
         when $3 = 'revoked' and status <> 'revoked' then $10
         else revoke_at
       end,
       on_chain = $12, paused_at = $13
     where merchant = $1 and id = $2`,
    [
      changed.merchant,
      changed.id,
      changed.status,
      changed.nextChargeAt,
      changed.dueAt,
      changed.chargedPeriod,
      changed.lastChargeAt,
      changed.lastChargeStatus,
      changed.failedAttempts,
      changed.updatedAt,
      changed.canceledAt,
      changed.onChain,
      changed.pausedAt,
    ],
  )
}

/** Lists the subscriptions of a customer that name a spender. */
export async function listBySpender(
  db: Queryable,
  { spender, customer }: { spender: Address; customer: Address },
): Promise<Subscription[]> {
  const { rows } = await db.query<SubscriptionRow>(
    `select ${subscriptionColumns} from subscriptions where spender = $1 and customer = $2`,
    [spender, customer],
  )
  return rows.map(toSubscription)
}

/** Lists the newest subscriptions of a customer to a merchant's plans. */
export async function listOfCustomer(
  db: Queryable,
  { merchant, customer, limit }: { merchant: Address; customer: Address; limit: number },
): Promise<Subscription[]> {
  const { rows } = await db.query<SubscriptionRow>(
    `select ${subscriptionColumns} from subscriptions
     where customer = $2 and merchant = $1 order by created_at desc, id desc limit $3`,
    [merchant, customer, limit],
  )
  return rows.map(toSubscription)
}

/** Deletes all subscriptions to a merchant's plans. */
export async function deleteSubscriptions(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from subscriptions where merchant = $1', [merchant])
}

export function toSubscription(row: SubscriptionRow): Subscription {
  return {
    merchant: row.merchant,
    id: row.id,
    planId: row.plan_id,
    version: row.version,
    permission: {
      account: row.customer,
      spender: row.spender,
      token: row.token,
      allowance: BigInt(row.allowance),
      period: Number(row.period_seconds),
      start: Number(row.start_seconds),
      end: Number(row.end_seconds),
      salt: BigInt(row.salt),
      extraData: row.extra_data,
    },
    permissionHash: row.permission_hash,
    signature: row.signature,
    status: row.status,
    nextChargeAt: toTimeOrNull(row.next_charge_at),
    dueAt: toTimeOrNull(row.due_at),
    chargedPeriod: row.charged_period === null ? null : Number(row.charged_period),
    lastChargeAt: toTimeOrNull(row.last_charge_at),
    lastChargeStatus: row.last_charge_status,
    failedAttempts: row.failed_attempts,
    createdAt: toTime(row.created_at),
    updatedAt: toTime(row.updated_at),
    pausedAt: toTimeOrNull(row.paused_at),
    canceledAt: toTimeOrNull(row.canceled_at),
    onChain: row.on_chain,
  }
}
