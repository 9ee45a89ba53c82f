import { unixMs } from '../../../lib/time.js'
import type { ReceiptEvent } from '../receipt.js'
import type { ReceiptStatus } from './statuses.js'

/** A timeline entry as JSON. */
export type EventRow = {
  status: string
  previous_status: ReceiptStatus | null
  at: number
  made_by: string
  note: string | null
  transaction_hash: string | null
  detail: Record<string, unknown> | null
}

/** Of one receipt. Older entries are not shown. */
const shownAtMost = 200

/** SQL of the latest timeline entries of a receipt as a JSON array, oldest first. Null without any. */
export const timelineOf = (receipt: string) => `(
  select json_agg(json_build_object(
    'status', status, 'previous_status', previous_status, 'at', at, 'made_by', made_by, 'note', note,
    'transaction_hash', transaction_hash, 'detail', detail
  ) order by seq)
  from (
    select seq, status, previous_status, at, made_by, note, transaction_hash, detail
    from receipt_events where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id
    order by seq desc limit ${shownAtMost}
  ) as latest
)`

export function toEvent(row: EventRow): ReceiptEvent {
  return {
    status: row.status,
    previousStatus: row.previous_status,
    at: unixMs(row.at),
    by: row.made_by,
    note: row.note,
    transactionHash: row.transaction_hash,
    detail: row.detail,
  }
}
