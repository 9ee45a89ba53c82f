import type { Address, Hash } from '../../lib/hex.js'
import type { SpendPermission } from '../../platform/chain/permission-hash.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import {
  recordKindChange,
  recordLiveChange,
} from '../../platform/live-changes/record-live-change.js'
import type { Subscription, SubscriptionRef } from './subscription.js'

/** A subscription as it is stored, with the fields of its permission. */
export type StoredSubscription = Omit<Subscription, 'permission'> & SpendPermission

export const subscriptionColumns = defineColumns<StoredSubscription>({
  merchant: 'text',
  id: 'text',
  planId: 'text',
  version: 'int',
  account: { kind: 'text', name: 'customer' },
  permissionHash: 'text',
  spender: 'text',
  token: 'text',
  allowance: 'bigint',
  period: { kind: 'number', name: 'period_seconds' },
  start: { kind: 'number', name: 'start_seconds' },
  end: { kind: 'number', name: 'end_seconds' },
  salt: 'bigint',
  extraData: 'text',
  signature: 'text',
  status: 'text',
  nextChargeAt: 'time',
  dueAt: 'time',
  chargedPeriod: 'number',
  lastChargeAt: 'time',
  lastChargeStatus: 'text',
  failedAttempts: 'int',
  createdAt: 'time',
  updatedAt: 'time',
  pausedAt: 'time',
  pausedFrom: 'time',
  pausedUntil: 'time',
  canceledAt: 'time',
  onChain: 'text',
})

/** SQL: when a subscription ended, or null. */
export const endedAt = `case when status in ('canceled', 'revoked', 'expired')
    then coalesce(canceled_at, updated_at) end`

/** Lists the subscriptions that meet a condition. */
export async function listSubscriptionsWhere(
  db: Queryable,
  condition: string,
  params: readonly unknown[],
): Promise<Subscription[]> {
  const sql = `select ${subscriptionColumns.fields} from subscriptions where ${condition}`
  return (await subscriptionColumns.list(db, sql, params)).map(toSubscription)
}

/** Inserts a subscription. Returns false when its permission is already used. */
export async function insertSubscription(
  db: Queryable,
  subscription: Subscription,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into subscriptions (${subscriptionColumns.names})
     values (${subscriptionColumns.placeholders}) on conflict (permission_hash) do nothing`,
    subscriptionColumns.paramsOf({ ...subscription, ...subscription.permission }),
  )
  const { merchant, id } = subscription
  await recordLiveChange(db, { merchant, kind: 'subscription', id, change: 'created' })
  return rowCount === 1
}

/** Finds a subscription of any merchant by its id, which callers may name alone. */
export async function findSubscription(db: Queryable, id: string): Promise<Subscription | null> {
  const [subscription] = await listSubscriptionsWhere(db, 'id = $1', [id])
  return subscription ?? null
}

/** Finds the subscription of a permission. */
export async function findByPermission(
  db: Queryable,
  permissionHash: Hash,
): Promise<Subscription | null> {
  const [subscription] = await listSubscriptionsWhere(db, 'permission_hash = $1', [permissionHash])
  return subscription ?? null
}

/** Finds a merchant's subscription and locks it until the transaction ends. */
export async function lockSubscription(
  db: Queryable,
  { merchant, id }: SubscriptionRef,
): Promise<Subscription | null> {
  const [subscription] = await listSubscriptionsWhere(db, 'merchant = $1 and id = $2 for update', [
    merchant,
    id,
  ])
  return subscription ?? null
}

/** Lists subscriptions by their ids. The order is arbitrary. */
export async function listByRefs(
  db: Queryable,
  refs: readonly SubscriptionRef[],
): Promise<Subscription[]> {
  return listSubscriptionsWhere(
    db,
    '(merchant, id) in (select * from unnest($1::text[], $2::text[]))',
    [refs.map(({ merchant }) => merchant), refs.map(({ id }) => id)],
  )
}

/** Locks subscriptions until the transaction ends, in a fixed order that avoids deadlocks. */
export async function lockSubscriptions(
  db: Queryable,
  refs: readonly SubscriptionRef[],
): Promise<Subscription[]> {
  return listSubscriptionsWhere(
    db,
    `(merchant, id) in (select * from unnest($1::text[], $2::text[]))
     order by merchant, id for update`,
    [refs.map(({ merchant }) => merchant), refs.map(({ id }) => id)],
  )
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
       on_chain = $12, paused_at = $13, paused_from = $14, paused_until = $15
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
      changed.pausedFrom,
      changed.pausedUntil,
    ],
  )
  const { merchant, id } = changed
  await recordLiveChange(db, { merchant, kind: 'subscription', id })
}

/** Lists the subscriptions of a customer that name a spender. */
export async function listBySpender(
  db: Queryable,
  { spender, customer }: { spender: Address; customer: Address },
): Promise<Subscription[]> {
  return listSubscriptionsWhere(db, 'spender = $1 and customer = $2', [spender, customer])
}

/** Lists the newest subscriptions of a customer to a merchant's plans. */
export async function listOfCustomer(
  db: Queryable,
  { merchant, customer, limit }: { merchant: Address; customer: Address; limit: number },
): Promise<Subscription[]> {
  return listSubscriptionsWhere(
    db,
    'customer = $2 and merchant = $1 order by created_at desc, id desc limit $3',
    [merchant, customer, limit],
  )
}

/** Deletes all subscriptions to a merchant's plans. */
export async function deleteSubscriptions(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from subscriptions where merchant = $1', [merchant])
  await recordKindChange(db, { merchant, kind: 'subscription' })
}

export function toSubscription(stored: StoredSubscription): Subscription {
  const { account, spender, token, allowance, period, start, end, salt, extraData, ...rest } =
    stored
  const permission = { account, spender, token, allowance, period, start, end, salt, extraData }
  return { ...rest, permission }
}
