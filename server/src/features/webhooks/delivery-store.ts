import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Attempt, Delivery } from './delivery.js'

export async function insertDeliveries(
  db: Queryable,
  placed: readonly { delivery: Delivery; lane: string; no: number }[],
): Promise<void> {
  const deliveries = placed.map(({ delivery }) => delivery)
  await db.query(
    `insert into webhook_deliveries (
       merchant, id, event_id, kind, receipt_id, endpoint_id, url, signature, standard_signature,
       extended_retries, status, attempts, lane, created_at, no
     )
     select * from unnest(
       $1::text[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::boolean[], $11::text[], $12::jsonb[], $13::text[], $14::bigint[], $15::bigint[]
     )`,
    [
      deliveries.map(({ merchant }) => merchant),
      deliveries.map(({ id }) => id),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ kind }) => kind),
      deliveries.map(({ receiptId }) => receiptId),
      deliveries.map(({ endpointId }) => endpointId),
      deliveries.map(({ url }) => url),
      deliveries.map(({ signatures }) => signatures?.signature ?? null),
      deliveries.map(({ signatures }) => signatures?.standardSignature ?? null),
      deliveries.map(({ extendedRetries }) => extendedRetries),
      deliveries.map(({ status }) => status),
      deliveries.map(({ attempts }) => JSON.stringify(attempts)),
      placed.map(({ lane }) => lane),
      deliveries.map(({ createdAt }) => createdAt),
      placed.map(({ no }) => no),
    ],
  )
}

/** Puts a delivery that is over into a lane again. False when it is on its way already, or not there. */
export async function reopenDelivery(
  db: Queryable,
  { merchant, id, lane }: { merchant: Address; id: string; lane: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update webhook_deliveries set status = 'pending', lane = $3
     where merchant = $1 and id = $2 and status <> 'pending'`,
    [merchant, id, lane],
  )
  return rowCount === 1
}

/** The lanes in which deliveries for an address of the shop wait; these are for nothing else. */
export async function listLanesTo(
  db: Queryable,
  { merchant, endpointId }: { merchant: Address; endpointId: string },
): Promise<{ merchant: Address; lane: string }[]> {
  const { rows } = await db.query<{ lane: string }>(
    `select distinct lane from webhook_deliveries
     where merchant = $1 and endpoint_id = $2 and status = 'pending'`,
    [merchant, endpointId],
  )
  return rows.map(({ lane }) => ({ merchant, lane }))
}

/** Gives up what is still on its way to an address of the shop, and says why. */
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

/** Some deliveries that are pending and stand in no lane. */
export async function listLaneless(
  db: Queryable,
  limit: number,
): Promise<
  (Pick<Delivery, 'merchant' | 'id' | 'receiptId' | 'endpointId' | 'url'> & { lane: string })[]
> {
  const { rows } = await db.query<{
    merchant: Address
    id: string
    receipt_id: string | null
    endpoint_id: string | null
    url: string
    lane: string
  }>(
    `select d.merchant, d.id, d.receipt_id, d.endpoint_id, d.url, d.lane from webhook_deliveries d
     where d.status = 'pending' and not exists (
       select from webhook_lanes l where l.merchant = d.merchant and l.lane = d.lane
     )
     limit $1`,
    [limit],
  )
  return rows.map(({ receipt_id: receiptId, endpoint_id: endpointId, ...row }) => {
    return { ...row, receiptId, endpointId }
  })
}
