import { type EventRow, timelineOf, toEvent } from '../status/timeline-sql.js'
import type { ReceiptHistory } from './describe-receipt.js'
import { type RefundRow, refundsOf, toRefund } from './refund-sql.js'

export type HistoryRow = { timeline: EventRow[] | null; refunds: RefundRow[] | null }

/** SQL of the timeline and the refunds of the receipt `r`, each as JSON. */
export const historyColumns = `${timelineOf('r')} as timeline, ${refundsOf('r')} as refunds`

export function toHistory({ timeline, refunds }: HistoryRow): ReceiptHistory {
  return { events: (timeline ?? []).map(toEvent), refunds: (refunds ?? []).map(toRefund) }
}
