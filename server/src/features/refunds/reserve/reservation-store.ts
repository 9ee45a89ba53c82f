import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'

/** A receipt whose refund a person is signing. Each receipt has at most one. */
export type RefundReservation = {
  merchant: Address
  receiptId: string
  /** Chosen by the page that signs. */
  key: string
  /** As responses show the person. */
  heldBy: string
  /** When the person reserved it first, with this or an earlier key. */
  reservedAt: UnixMs
  expiresAt: UnixMs
}

type Reserved = Pick<RefundReservation, 'merchant' | 'receiptId'>

const columns = defineColumns<RefundReservation>({
  merchant: 'text',
  receiptId: 'text',
  key: 'text',
  heldBy: 'text',
  reservedAt: 'time',
  expiresAt: 'time',
})

/**
 * Reserves a receipt, or renews its reservation. A person who reserved it since `pausedSince` goes on
 * with that reservation, unless it began before `renewableSince`. Returns false then, and while
 * another reservation is in force. Waits for a transaction that records a refund of the receipt.
 */
export async function upsertReservation(
  db: Queryable,
  {
    pausedSince,
    renewableSince,
    ...reservation
  }: RefundReservation & { pausedSince: UnixMs; renewableSince: UnixMs },
): Promise<boolean> {
  const params = columns.paramsOf(reservation)
  const [paused, renewable] = [`$${params.length + 1}`, `$${params.length + 2}`]
  const goesOn = `(held.key = excluded.key or held.held_by = excluded.held_by) and held.expires_at > ${paused}`
  const { rowCount } = await db.query(
    `insert into refund_reservations as held (${columns.names}) values (${columns.placeholders})
     on conflict (merchant, receipt_id) do update set key = excluded.key, held_by = excluded.held_by,
       reserved_at = case when ${goesOn} then held.reserved_at else excluded.reserved_at end,
       expires_at = excluded.expires_at
     where (held.key = excluded.key or held.expires_at <= excluded.reserved_at)
       and not (${goesOn} and held.reserved_at < ${renewable})`,
    [...params, pausedSince, renewableSince],
  )
  return rowCount > 0
}

export function findReservation(
  db: Queryable,
  { merchant, receiptId }: Reserved,
): Promise<RefundReservation | null> {
  return columns.find(
    db,
    `select ${columns.fields} from refund_reservations where merchant = $1 and receipt_id = $2`,
    [merchant, receiptId],
  )
}

/** Ends the reservation with a key. Another one of the receipt stays. */
export async function endReservation(
  db: Queryable,
  { merchant, receiptId, key, now }: Reserved & { key: string; now: UnixMs },
): Promise<void> {
  await db.query(
    `update refund_reservations set expires_at = least(expires_at, $4)
     where merchant = $1 and receipt_id = $2 and key = $3`,
    [merchant, receiptId, key, now],
  )
}

/** Deletes the reservation with a key. Another one of the receipt stays. */
export async function deleteReservation(
  db: Queryable,
  { merchant, receiptId, key }: Reserved & { key: string },
): Promise<void> {
  await db.query(
    'delete from refund_reservations where merchant = $1 and receipt_id = $2 and key = $3',
    [merchant, receiptId, key],
  )
}

/** Deletes the reservations of a merchant. */
export async function deleteReservations(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from refund_reservations where merchant = $1', [merchant])
}

/** Deletes reservations that expired before a time, and returns how many. */
export async function deleteOldReservations(db: Queryable, before: UnixMs): Promise<number> {
  const { rowCount } = await db.query('delete from refund_reservations where expires_at < $1', [
    before,
  ])
  return rowCount
}
