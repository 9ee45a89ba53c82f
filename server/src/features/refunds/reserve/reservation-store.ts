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
  expiresAt: UnixMs
}

type Reserved = Pick<RefundReservation, 'merchant' | 'receiptId'>

const columns = defineColumns<RefundReservation>({
  merchant: 'text',
  receiptId: 'text',
  key: 'text',
  heldBy: 'text',
  expiresAt: 'time',
})

/**
 * Reserves a receipt, or renews its reservation. Returns false while another one is in force. Waits
 * for a transaction that records a refund of the receipt.
 */
export async function upsertReservation(
  db: Queryable,
  { now, ...reservation }: RefundReservation & { now: UnixMs },
): Promise<boolean> {
  const params = columns.paramsOf(reservation)
  const { rowCount } = await db.query(
    `insert into refund_reservations (${columns.names}) values (${columns.placeholders})
     on conflict (merchant, receipt_id) do update set ${columns.excluded}
     where refund_reservations.key = excluded.key
       or refund_reservations.expires_at <= $${params.length + 1}`,
    [...params, now],
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
