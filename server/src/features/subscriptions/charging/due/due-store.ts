import { isActiveMerchant } from '../../../../auth/merchants/suspension-store.js'
import type { Address } from '../../../../lib/hex.js'
import type { UnixMs } from '../../../../lib/time.js'
import { valuesOf } from '../../../../platform/db/columns.js'
import type { Queryable } from '../../../../platform/db/db.js'
import type { WorkSource } from '../../../../platform/jobs/work-poll.js'
import type { Subscription, SubscriptionRef } from '../../subscription.js'
import { listSubscriptionsWhere } from '../../subscription-store.js'
import { batchSize } from '../attempt/charge.js'

/** Nothing is charged while the merchant is suspended. Its subscriptions stay due. */
const isCharged = isActiveMerchant('merchant')

/** Due subscriptions, which time alone makes due. */
export const dueSubscriptions: WorkSource = {
  topic: 'subscriptions',
  sql: `exists (select from subscriptions where due_at <= $1 and ${isCharged})`,
}

/**
 * Lists subscriptions of all merchants whose attempt is due, the longest due first. Merchants take
 * turns with a batch each, so that one with very many does not delay the others.
 */
export async function listDue(
  db: Queryable,
  { now, limit }: { now: UnixMs; limit: number },
): Promise<SubscriptionRef[]> {
  const { rows } = await db.query<{ merchant: Address; id: string }>(
    `select merchant, id from (
       select merchant, id, due_at,
         (row_number() over (partition by merchant order by due_at, id) - 1) / ${batchSize} as turn
       from subscriptions where due_at <= $1 and ${isCharged}
     ) as due
     order by turn, due_at, id limit $2`,
    [now, limit],
  )
  return rows
}

/** Lists subscriptions with an unannounced charge between two times, the earliest first. */
export async function listUnreminded(
  db: Queryable,
  { after, until, limit }: { after: UnixMs; until: UnixMs; limit: number },
): Promise<Subscription[]> {
  return listSubscriptionsWhere(
    db,
    `next_charge_at is not null and reminded_for is distinct from next_charge_at
       and next_charge_at > $1 and next_charge_at <= $2 and ${isCharged}
     order by next_charge_at limit $3`,
    [after, until, limit],
  )
}

/** Marks the next charge of a locked subscription as announced. */
export async function markReminded(
  db: Queryable,
  { merchant, id, remindedFor }: SubscriptionRef & { remindedFor: UnixMs | null },
): Promise<void> {
  await db.query('update subscriptions set reminded_for = $3 where merchant = $1 and id = $2', [
    merchant,
    id,
    remindedFor,
  ])
}

/** Marks locked subscriptions as being charged: none is due until the result is known. */
export async function markSubmitted(
  db: Queryable,
  submitted: readonly Subscription[],
): Promise<void> {
  await db.query(
    `update subscriptions
     set due_at = null, next_charge_at = given.next_charge_at, last_charge_status = 'pending',
       updated_at = given.updated_at
     from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
       as given (merchant, id, next_charge_at, updated_at)
     where subscriptions.merchant = given.merchant and subscriptions.id = given.id`,
    valuesOf(submitted, ['merchant', 'id', 'nextChargeAt', 'updatedAt']),
  )
}
