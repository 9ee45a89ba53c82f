import type { ReceiptStatus } from '../../../lib/receipt-statuses.js'
import { unixMs } from '../../../lib/time.js'
import type { ReceiptEvent } from '../receipt.js'

/** A timeline entry as a JSON array, because a list would repeat names hundreds of times. */
export type EventRow = [
  status: string,
  previousStatus: ReceiptStatus | null,
  at: number,
  by: string,
  note: string | null,
  transactionHash: string | null,
  detail: Record<string, unknown> | null,
]

/** Of one receipt. Older entries are not shown. */
const shownAtMost = 200

/** SQL of a receipt's latest timeline entries as a JSON array, oldest first. Null without any. */
export const timelineOf = (receipt: string) => `(
  select json_agg(json_build_array(
    status, previous_status, at, made_by, note, transaction_hash, detail
  ) order by seq)
  from (
    select seq, status, previous_status, at, made_by, note, transaction_hash, detail
    from timeline_entries where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id
    order by seq desc limit ${shownAtMost}
  ) as latest
)`

export function toEvent(row: EventRow): ReceiptEvent {
  const [status, previousStatus, at, by, note, transactionHash, detail] = row
  return { status, previousStatus, at: unixMs(at), by, note, transactionHash, detail }
}
