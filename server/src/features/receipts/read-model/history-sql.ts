import type { Address } from '../../../lib/hex.js'
import { cents } from '../../../lib/money.js'
import type { ReceiptStatus } from '../../../lib/receipt-statuses.js'
import { unixMs } from '../../../lib/time.js'
import { toBaseUnits, toCents } from '../../../platform/db/columns.js'
import type { ReceiptHistory } from '../read/describe-receipt.js'
import type { ReceiptEvent, Refund, RefundItem, RefundLine } from '../receipt.js'

export type HistoryRow = { timeline: EventRow[] | null; refunds: RefundRow[] | null }

/** A timeline entry as a JSON array, because a list would repeat names hundreds of times. */
type EventRow = [
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

/** SQL of a receipt's latest timeline entries as a JSON array, oldest first, or null. */
const timelineOf = (receipt: string) => `(
  select json_agg(json_build_array(
    status, previous_status, at, made_by, note, transaction_hash, detail
  ) order by seq)
  from (
    select seq, status, previous_status, at, made_by, note, transaction_hash, detail
    from timeline_entries where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id
    order by seq desc limit ${shownAtMost}
  ) as latest
)`

function toEvent(row: EventRow): ReceiptEvent {
  const [status, previousStatus, at, by, note, transactionHash, detail] = row
  return { status, previousStatus, at: unixMs(at), by, note, transactionHash, detail }
}

/** A refund as JSON. Amounts are text, because a JSON number cannot hold every value. */
export type RefundRow = {
  id: string
  usd_cents: string
  buyer: Address | null
  is_credit: boolean
  items: RefundItem[]
  lines: StoredRefundLine[] | null
  transaction_hash: string | null
  reason: string | null
  restock: boolean
  token: Address | null
  units: string | null
  confirmed_at: number | null
  made_by: string
  created_at: number
}

/** Weights are text, because a JSON number cannot hold every value. */
export type StoredRefundLine = {
  lineId: string
  usdCents: number
  taxCents: number
  feeCents: number
  weight: string
}

export function toStoredRefundLine(line: RefundLine): StoredRefundLine {
  const { lineId, usdCents, taxCents, feeCents, weight } = line
  return {
    lineId,
    usdCents: Number(usdCents),
    taxCents: Number(taxCents),
    feeCents: Number(feeCents),
    weight: String(weight),
  }
}

function toRefundLine(stored: StoredRefundLine): RefundLine {
  return {
    lineId: stored.lineId,
    usdCents: cents(BigInt(stored.usdCents)),
    taxCents: cents(BigInt(stored.taxCents)),
    feeCents: cents(BigInt(stored.feeCents)),
    weight: BigInt(stored.weight),
  }
}

/** SQL of the refunds of a receipt as a JSON array, oldest first, or null. */
export const refundsOf = (receipt: string) => `(
  select json_agg(json_build_object(
    'id', id, 'usd_cents', usd_cents::text, 'buyer', buyer, 'is_credit', is_credit, 'items', items,
    'lines', lines,
    'transaction_hash', transaction_hash, 'reason', reason, 'restock', restock, 'token', token,
    'units', units::text, 'confirmed_at', confirmed_at, 'made_by', made_by, 'created_at', created_at
  ) order by created_at, id)
  from refunds where merchant = ${receipt}.merchant and receipt_id = ${receipt}.id
)`

/** SQL of the timeline and the refunds of the receipt `r`, each as JSON. */
export const historyColumns = `${timelineOf('r')} as timeline, ${refundsOf('r')} as refunds`

export function toRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    usdCents: toCents(row.usd_cents),
    buyer: row.buyer,
    isCredit: row.is_credit,
    items: row.items,
    lines: row.lines?.map(toRefundLine) ?? null,
    transactionHash: row.transaction_hash,
    reason: row.reason,
    restock: row.restock,
    paidIn:
      row.token === null || row.units === null
        ? null
        : { token: row.token, units: toBaseUnits(row.units) },
    confirmedAt: row.confirmed_at === null ? null : unixMs(row.confirmed_at),
    by: row.made_by,
    createdAt: unixMs(row.created_at),
  }
}

export function toHistory({ timeline, refunds }: HistoryRow): ReceiptHistory {
  return { events: (timeline ?? []).map(toEvent), refunds: (refunds ?? []).map(toRefund) }
}
