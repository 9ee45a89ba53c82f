import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { valuesOf } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Signatures } from '../../platform/outbound/sign-body.js'
import type { Attempt, QueuedDelivery, queueOf } from './delivery.js'

export async function insertDeliveries(
  db: Queryable,
  { queued, numbers }: { queued: readonly QueuedDelivery[]; numbers: readonly number[] },
): Promise<void> {
  const deliveries = queued.map(({ delivery }) => delivery)
  await db.query(
    `insert into webhook_deliveries (
       merchant, id, event_id, kind, receipt_id, endpoint_id, url, signature, standard_signature,
       extended_retries, status, attempts, queue, created_at, no, signed_at
     )
     select * from unnest(
       $1::text[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::boolean[], $11::text[], $12::jsonb[], $13::text[], $14::bigint[], $15::bigint[],
       $16::bigint[]
     )`,
    [
      ...valuesOf(deliveries, ['merchant', 'id', 'eventId', 'kind', 'receiptId', 'endpointId']),
      ...valuesOf(deliveries, ['url']),
      deliveries.map(({ signatures }) => signatures?.signature ?? null),
      deliveries.map(({ signatures }) => signatures?.standardSignature ?? null),
      deliveries.map(({ extendedRetries }) => extendedRetries),
      deliveries.map(({ status }) => status),
      deliveries.map(({ attempts }) => JSON.stringify(attempts)),
      queued.map(({ queue }) => queue.queueKey),
      deliveries.map(({ createdAt }) => createdAt),
      numbers,
      deliveries.map(({ signedAt }) => signedAt),
    ],
  )
}

/** Makes a finished delivery pending again. Returns false if it is pending or does not exist. */
export async function reopenDelivery(
  db: Queryable,
  { merchant, id, queueKey }: { merchant: Address; id: string; queueKey: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update webhook_deliveries set status = 'pending', queue = $3
     where merchant = $1 and id = $2 and status <> 'pending'`,
    [merchant, id, queueKey],
  )
  return rowCount === 1
}

/** Lists the queues with pending deliveries to an endpoint. A queue serves one endpoint. */
export async function listQueuesTo(
  db: Queryable,
  { merchant, endpointId }: { merchant: Address; endpointId: string },
): Promise<{ merchant: Address; queueKey: string }[]> {
  const { rows } = await db.query<{ queue: string }>(
    `select distinct queue from webhook_deliveries
     where merchant = $1 and endpoint_id = $2 and status = 'pending'`,
    [merchant, endpointId],
  )
  return rows.map(({ queue }) => ({ merchant, queueKey: queue }))
}

/** Fails the pending deliveries to an endpoint, with the reason as their last attempt. */
export async function failDeliveriesTo(
  db: Queryable,
  { merchant, endpointId, reason }: { merchant: Address; endpointId: string; reason: Attempt },
): Promise<void> {
  await db.query(
    `update webhook_deliveries set status = 'failed', attempts = attempts || $3::jsonb
     where merchant = $1 and endpoint_id = $2 and status = 'pending'`,
    [merchant, endpointId, JSON.stringify(reason)],
  )
}

/** Replaces the signatures of a delivery. A delivery without signatures fails. */
export async function updateSignatures(
  db: Queryable,
  input: { merchant: Address; id: string; signatures: Signatures | null },
): Promise<void> {
  const { merchant, id, signatures } = input
  await db.query(
    `update webhook_deliveries set signature = $3, standard_signature = $4,
       status = case when $3::text is null and status = 'pending' then 'failed' else status end
     where merchant = $1 and id = $2`,
    [merchant, id, signatures?.signature ?? null, signatures?.standardSignature ?? null],
  )
}

/** Removes the responses to deliveries about receipts. Returns the number of changed deliveries. */
export async function forgetResponses(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
): Promise<number> {
  const { rowCount } = await db.query(
    `update webhook_deliveries set attempts = (
       select coalesce(jsonb_agg(attempt - 'response' order by place), '[]')
       from jsonb_array_elements(attempts) with ordinality as listed (attempt, place)
     )
     where merchant = $1 and receipt_id = any($2) and attempts @? '$[*].response'`,
    [merchant, receiptIds],
  )
  return rowCount
}

/** Deletes a batch of finished deliveries from before a time and returns their number. */
export async function deleteDeliveriesBefore(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from webhook_deliveries where (merchant, id) in (
       select merchant, id from webhook_deliveries
       where created_at < $1 and status <> 'pending' order by created_at limit $2
     ) and status <> 'pending'`,
    [before, limit],
  )
  return rowCount
}

type DeliveryWithoutQueue = Parameters<typeof queueOf>[0] & { queueKey: string }

/** Lists pending deliveries whose queue does not exist. */
export async function listWithoutQueue(
  db: Queryable,
  limit: number,
): Promise<DeliveryWithoutQueue[]> {
  const { rows } = await db.query<DeliveryWithoutQueue>(
    `select d.merchant, d.id, d.receipt_id as "receiptId", d.endpoint_id as "endpointId", d.url,
       d.queue as "queueKey"
     from webhook_deliveries d
     where d.status = 'pending' and not exists (
       select from webhook_queues l where l.merchant = d.merchant and l.queue = d.queue
     )
     limit $1`,
    [limit],
  )
  return rows
}
