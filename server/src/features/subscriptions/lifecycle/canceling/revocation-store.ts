import type { UnixMs } from '../../../../lib/time.js'
import { nativeToken } from '../../../../platform/chain/tokens.js'
import { toTimeOrNull } from '../../../../platform/db/columns.js'
import type { Queryable } from '../../../../platform/db/db.js'
import type { WorkSource } from '../../../../platform/jobs/work-poll.js'
import type { Subscription, SubscriptionRef } from '../../subscription.js'
import {
  type SubscriptionRow,
  subscriptionColumns,
  toSubscription,
} from '../../subscription-store.js'

/** A canceled subscription whose permission must be revoked on chain. */
export type Revocation = { subscription: Subscription; attempts: number }

/** A revocation that was sent. */
export type SentRevocation = Revocation & { transactionId: string }

type Row = SubscriptionRow & { revoke_attempts: number; revoke_transaction_id: string }

const columns = `${subscriptionColumns}, revoke_attempts, revoke_transaction_id`

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
  const { rows } = await db.query<Row>(
    `select ${columns} from (
       select ${columns}, customer_turn,
         (row_number() over (
           partition by merchant, charged_period is null order by customer_turn, canceled_at, id
         ) - 1) / ${revocationBatch} as merchant_turn
       from (
         select ${columns},
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
  const { rows } = await db.query<Row>(
    `select ${columns} from subscriptions
     where revoke_transaction_id is not null and id > $1 order by id limit $2`,
    [after, limit],
  )
  return rows.map((row) => ({ ...toRevocation(row), transactionId: row.revoke_transaction_id }))
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
  const { rows } = await db.query<SubscriptionRow>(
    `select ${subscriptionColumns} from subscriptions
     where (merchant, id) in (select * from unnest($1::text[], $2::text[])) and revoke_at <= $3
     order by merchant, id for update`,
    [refs.map(({ merchant }) => merchant), refs.map(({ id }) => id), now],
  )
  return rows.map(toSubscription)
}

function toRevocation(row: Row): Revocation {
  return { subscription: toSubscription(row), attempts: row.revoke_attempts }
}
