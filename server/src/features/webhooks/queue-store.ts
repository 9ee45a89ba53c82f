import type { Address } from '../../lib/hex.js'
import { databaseNow, valuesOf } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { DeliveryQueue } from './delivery.js'

type QueueName = Pick<DeliveryQueue, 'merchant' | 'queueKey'>

export type QueueRow = {
  merchant: Address
  queue: string
  route: string
  run_at: string
  is_retry: boolean
  leased_by: string | null
}

/**
 * Creates the queues that do not exist yet. Existing ones stay locked until the transaction ends,
 * so that no process removes them as empty before its deliveries are visible.
 */
export async function ensureQueues(db: Queryable, queues: readonly DeliveryQueue[]): Promise<void> {
  const distinct = [
    ...new Map(queues.map((queue) => [`${queue.merchant} ${queue.queueKey}`, queue])).values(),
  ]
  await db.query(
    `insert into webhook_queues (merchant, queue, route, run_at, is_retry)
     select merchant, queue, route, ${databaseNow}, false
     from unnest($1::text[], $2::text[], $3::text[]) as missing (merchant, queue, route)
     order by merchant, queue
     on conflict (merchant, queue) do update set route = excluded.route`,
    [...valuesOf(distinct, ['merchant', 'queueKey', 'route'])],
  )
}

/** Makes a queue due now, unless it does not exist or is claimed. */
export async function makeDueNow(db: Queryable, { merchant, queueKey }: QueueName): Promise<void> {
  await db.query(
    `update webhook_queues set run_at = least(run_at, ${databaseNow})
     where merchant = $1 and queue = $2 and leased_by is null`,
    [merchant, queueKey],
  )
}

/** Locks queues until the transaction ends, always in the same order, which prevents deadlocks. */
export async function lockQueues(
  db: Queryable,
  queues: readonly QueueName[],
): Promise<(QueueName & { leasedBy: string | null })[]> {
  const { rows } = await db.query<QueueName & { leasedBy: string | null }>(
    `select merchant, queue as "queueKey", leased_by as "leasedBy" from webhook_queues
     where (merchant, queue) in (select * from unnest($1::text[], $2::text[]))
     order by merchant, queue for update`,
    [queues.map(({ merchant }) => merchant), queues.map(({ queueKey }) => queueKey)],
  )
  return rows
}

/** Deletes those of these locked queues that have no pending delivery. */
export async function removeEmptyQueues(
  db: Queryable,
  queues: readonly QueueName[],
): Promise<void> {
  await db.query(
    `delete from webhook_queues l
     where (l.merchant, l.queue) in (select * from unnest($1::text[], $2::text[]))
       and not exists (
         select from webhook_deliveries d
         where d.merchant = l.merchant and d.queue = l.queue and d.status = 'pending'
       )`,
    [queues.map(({ merchant }) => merchant), queues.map(({ queueKey }) => queueKey)],
  )
}

const maxCounted = 10_000

/** Counts queues, up to 10,000. */
export async function countQueues(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from (select from webhook_queues limit ${maxCounted}) as counted`,
  )
  return rows[0]?.count ?? 0
}

/** Deletes all rows of a merchant's sales. */
export async function deleteSales(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from webhook_queues where merchant = $1', [merchant])
  await db.query('delete from webhook_deliveries where merchant = $1', [merchant])
}
