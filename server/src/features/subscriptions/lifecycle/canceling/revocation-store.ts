import type { UnixMs } from '../../../../lib/time.js'
import { nativeToken } from '../../../../platform/chain/tokens.js'
import { toTimeOrNull } from '../../../../platform/db/columns.js'
import type { Queryable } from '../../../../platform/db/db.js'
import type { WorkSource } from '../../../../platform/jobs/work-poll.js'
import { recordLiveChange } from '../../../../platform/live-changes/record-live-change.js'
import type { Subscription, SubscriptionRef } from '../../subscription.js'
import {
  listSubscriptionsWhere,
  type StoredSubscription,
  subscriptionColumns,
  toSubscription,
} from '../../subscription-store.js'

/** A canceled subscription whose permission must be revoked on chain. */
export type Revocation = { subscription: Subscription; attempts: number }

/** A revocation that was sent. */
export type SentRevocation = Revocation & { transactionId: string }

type Row = StoredSubscription & { revokeAttempts: number; revokeTransactionId: string }

const columns = subscriptionColumns.with<Omit<Row, keyof StoredSubscription>>({
  revokeAttempts: 'int',
  revokeTransactionId: 'text',
})

/** The largest number of cancellations in one transaction. */
export const revocationBatch = 50

/** Canceled subscriptions that are due to be revoked on chain. */
export const dueRevocations: WorkSource = {
  topic: 'subscriptions',
  sql: 'exists (select from subscriptions where revoke_at <= $1)',
}

/**
 * Lists cancellations of all merchants to send. Subscriptions that were charged come first, because
 * unpaid ones cost nothing to make. Merchants take turns with a batch each, and customers with one,
 * so that none delays the others. Of equal turns the oldest cancellation comes first, however often
 * it was postponed.
 */
export async function listDueRevocations(
  db: Queryable,
  { now, limit }: { now: UnixMs; limit: number },
): Promise<Revocation[]> {
  const rows = await columns.list(
    db,
    `select ${columns.fields} from (
       select ${columns.names}, customer_turn,
         (row_number() over (
           partition by merchant, charged_period is null order by customer_turn, canceled_at, id
         ) - 1) / ${revocationBatch} as merchant_turn
       from (
         select ${columns.names},
           row_number() over (partition by customer order by canceled_at, id) as customer_turn
         from subscriptions where revoke_at <= $1
       ) as due
     ) as due
     order by charged_period is null, merchant_turn, customer_turn, canceled_at, id limit $2`,
    [now, limit],
  )
  return rows.map(toRevocation)
}

/** Lists the revocations that were sent, in the order of their ids, after one of them. */
export async function listSentRevocations(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<SentRevocation[]> {
  const rows = await columns.list(
    db,
    `select ${columns.fields} from subscriptions
     where revoke_transaction_id is not null and id > $1 order by id limit $2`,
    [after, limit],
  )
  return rows.map((row) => ({ ...toRevocation(row), transactionId: row.revokeTransactionId }))
}

/**
 * Returns since when the longest waiting cancellation is not on chain, or null. Ignores plans
 * without canceler: only their customers can cancel on chain.
 */
export async function findOldestPending(db: Queryable): Promise<UnixMs | null> {
  const { rows } = await db.query<{ since: string | null }>(
    `select min(canceled_at) as since from subscriptions as s
     where on_chain = 'pending' and not exists (
       select from billing_plan_versions as v
       where v.merchant = s.merchant and v.plan_id = s.plan_id and v.version = s.version and v.canceler = $1
     )`,
    [nativeToken],
  )
  return toTimeOrNull(rows[0]?.since ?? null)
}

/** Marks locked subscriptions as being revoked by a transaction. */
export async function markSent(
  db: Queryable,
  { refs, transactionId }: { refs: readonly SubscriptionRef[]; transactionId: string },
): Promise<void> {
  await db.query(
    `update subscriptions set revoke_at = null, revoke_transaction_id = $3
     where (merchant, id) in (select * from unnest($1::text[], $2::text[])) and on_chain = 'pending'`,
    [refs.map(({ merchant }) => merchant), refs.map(({ id }) => id), transactionId],
  )
}

/** Sends a cancellation again later. `isFailed` when its transaction had no effect. */
export async function retryRevocation(
  db: Queryable,
  { ref, revokeAt, isFailed }: { ref: SubscriptionRef; revokeAt: UnixMs; isFailed: boolean },
): Promise<void> {
  await db.query(
    `update subscriptions set revoke_at = $3, revoke_transaction_id = null, on_chain = 'pending',
       revoke_attempts = revoke_attempts + $4
     where merchant = $1 and id = $2 and status = 'canceled'`,
    [ref.merchant, ref.id, revokeAt, isFailed ? 1 : 0],
  )
  await recordLiveChange(db, { ...ref, kind: 'subscription' })
}

/**
 * Records that the permission is revoked on chain. Keeps the transaction, which a reorganization
 * may remove. `checkAt` is when to look again at a revocation that another party sent.
 */
export async function confirmRevocation(
  db: Queryable,
  { merchant, id }: SubscriptionRef,
  checkAt: UnixMs | null = null,
): Promise<void> {
  await db.query(
    `update subscriptions set on_chain = 'confirmed', revoke_at = $3
     where merchant = $1 and id = $2 and status = 'canceled'`,
    [merchant, id, checkAt],
  )
  await recordLiveChange(db, { merchant, id, kind: 'subscription' })
}

/** Records that a reorganization removed the revocation. Its transaction is sent again. */
export async function unconfirmRevocation(
  db: Queryable,
  { merchant, id }: SubscriptionRef,
): Promise<void> {
  await db.query(
    `update subscriptions set on_chain = 'pending'
     where merchant = $1 and id = $2 and on_chain = 'confirmed'`,
    [merchant, id],
  )
  await recordLiveChange(db, { merchant, id, kind: 'subscription' })
}

/** Sets when a locked subscription with a revoked permission is checked next, or null for never. */
export async function scheduleCheck(
  db: Queryable,
  { ref, revokeAt }: { ref: SubscriptionRef; revokeAt: UnixMs | null },
): Promise<void> {
  await db.query(
    `update subscriptions set revoke_at = $3
     where merchant = $1 and id = $2 and status = 'revoked'`,
    [ref.merchant, ref.id, revokeAt],
  )
}

/** Forgets the transaction of a revocation that is on chain for good. */
export async function settleRevocation(
  db: Queryable,
  { merchant, id }: SubscriptionRef,
): Promise<void> {
  await db.query(
    `update subscriptions set revoke_transaction_id = null
     where merchant = $1 and id = $2 and on_chain = 'confirmed'`,
    [merchant, id],
  )
}

/** Locks those of these subscriptions whose cancellation is still due. */
export async function lockDue(
  db: Queryable,
  { refs, now }: { refs: readonly SubscriptionRef[]; now: UnixMs },
): Promise<Subscription[]> {
  return listSubscriptionsWhere(
    db,
    `(merchant, id) in (select * from unnest($1::text[], $2::text[])) and revoke_at <= $3
     order by merchant, id for update`,
    [refs.map(({ merchant }) => merchant), refs.map(({ id }) => id), now],
  )
}

function toRevocation({ revokeAttempts, revokeTransactionId, ...stored }: Row): Revocation {
  return { subscription: toSubscription(stored), attempts: revokeAttempts }
}
