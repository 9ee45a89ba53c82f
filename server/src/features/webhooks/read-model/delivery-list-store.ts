import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { EventRef } from '../../events/event.js'
import type { Delivery, DeliveryStatus } from '../delivery.js'
import { bodyAs } from '../webhook-kind.js'

/** A delivery with the body and time of its event. */
export type FullDelivery = { delivery: Delivery; body: string; happenedAt: UnixMs }

export type DeliveryFilter = {
  receiptId: string | null
  endpointId: string | null
  status: DeliveryStatus | null
}

type StoredDelivery = Omit<Delivery, 'signatures'> & {
  signature: string | null
  standardSignature: string | null
}

const deliveryColumns = defineColumns<StoredDelivery>({
  merchant: 'text',
  id: 'uuid',
  eventId: 'uuid',
  kind: 'text',
  receiptId: 'text',
  endpointId: 'text',
  url: 'text',
  signature: 'text',
  standardSignature: 'text',
  signedAt: 'time',
  extendedRetries: 'boolean',
  status: 'text',
  attempts: 'json',
  createdAt: 'time',
})
const fullColumns = deliveryColumns.with<Omit<FullDelivery, 'delivery'>>({
  body: { kind: 'text', sql: 'e.body' },
  happenedAt: { kind: 'time', sql: 'e.created_at' },
})
const columns = deliveryColumns.fieldsOf('d')

/** Returns the number of a merchant's delivery, or `null` when it does not exist. */
export async function findDeliveryNumber(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<string | null> {
  const { rows } = await db.query<{ no: string }>(
    'select no from webhook_deliveries where merchant = $1 and id = $2',
    [merchant, id],
  )
  return rows[0]?.no ?? null
}

/** Lists a merchant's deliveries, newest first, starting before the given number if any. */
export async function listDeliveries(
  db: Queryable,
  {
    merchant,
    before,
    limit,
    filter,
  }: { merchant: Address; before: string | null; limit: number; filter: DeliveryFilter },
): Promise<Delivery[]> {
  const { receiptId, endpointId, status } = filter
  const filters = [receiptId, endpointId].filter((value) => value !== null)
  const endpointAt = receiptId === null ? 4 : 5
  // The status is a literal, because the partial indexes need one.
  const deliveries = await deliveryColumns.list(
    db,
    `select ${columns} from webhook_deliveries d
     where d.merchant = $1 and d.no < $2
       ${receiptId === null ? '' : 'and d.receipt_id = $4'}
       ${endpointId === null ? '' : `and d.endpoint_id = $${endpointAt}`}
       ${status === null ? '' : `and d.status = '${status}'`}
     order by d.no desc limit $3`,
    [merchant, before ?? maxNumber, limit, ...filters],
  )
  return deliveries.map(toDelivery)
}

const maxNumber = String(2n ** 63n - 1n)

/** Returns a merchant's delivery with its body, or `null`. */
export async function findDelivery(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<FullDelivery | null> {
  const row = await fullColumns.find(
    db,
    `select ${fullColumns.fieldsOf('d')} from webhook_deliveries d
     join events e on e.merchant = d.merchant and e.id = d.event_id
     where d.merchant = $1 and d.id = $2`,
    [merchant, id],
  )
  if (!row) return null
  const { body, happenedAt, ...delivery } = row
  return { delivery: toDelivery(delivery), body: bodyAs(delivery.kind, body), happenedAt }
}

/** Lists the failed deliveries of all merchants, newest first, before a position if any. */
export async function listFailed(
  db: Queryable,
  { before, limit }: { before: { createdAt: UnixMs; id: string } | null; limit: number },
): Promise<Delivery[]> {
  const failed = await deliveryColumns.list(
    db,
    `select ${columns} from webhook_deliveries d
     where d.status = 'failed' and ($1::bigint is null or (d.created_at, d.id) < ($1, $2::uuid))
     order by d.created_at desc, d.id desc limit $3`,
    [before?.createdAt ?? null, before?.id ?? null, limit],
  )
  return failed.map(toDelivery)
}

/**
 * Lists a batch of events from before a time that have no delivery. Only deliveries from before
 * `deliveredBefore` are examined, so it must be later than any delivery of such an event.
 */
export async function listPastEvents(
  db: Queryable,
  { before, deliveredBefore, limit }: { before: UnixMs; deliveredBefore: UnixMs; limit: number },
): Promise<EventRef[]> {
  const { rows } = await db.query<EventRef>(
    `select e.merchant, e.id from events e
     where e.created_at < $1 and not exists (
       select from webhook_deliveries d
       where d.created_at < $2 and d.merchant = e.merchant and d.event_id = e.id
     )
     order by e.created_at limit $3`,
    [before, deliveredBefore, limit],
  )
  return rows
}

function toDelivery({ signature, standardSignature, ...delivery }: StoredDelivery): Delivery {
  const isSigned = signature !== null && standardSignature !== null
  return { ...delivery, signatures: isSigned ? { signature, standardSignature } : null }
}
