import type { Address } from '../../lib/hex.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Receipt } from './receipt.js'
import type { ReceiptStatus } from './status/statuses.js'
import { type ReceiptRow, receiptColumns, toReceipt } from './store.js'

/** A page starts after this receipt. */
export type ReceiptCursor = { createdAt: number; id: string }

/** The place of a receipt in the list, without its contents. */
export type ReceiptPlace = ReceiptCursor & { status: ReceiptStatus }

type PlaceRow = { id: string; created_at: string; status: ReceiptStatus }

/** Returns the places of receipts, newest first. */
export async function listPlaces(
  db: Queryable,
  input: {
    merchant: Address
    status: ReceiptStatus | null
    /** Inclusive, like `to`. */
    from: number
    to: number
    after: ReceiptCursor
    limit: number
  },
): Promise<ReceiptPlace[]> {
  const { merchant, status, from, to, limit } = input
  // With two upper bounds the database would scan from the wrong one, so use the lower only.
  const below = to < input.after.createdAt ? { createdAt: to + 1, id: '' } : input.after
  const { rows } = await db.query<PlaceRow>(
    `select id, created_at, status from receipts
     where merchant = $1 and created_at >= $2 and (created_at, id) < ($3, $4)
       ${status === null ? '' : 'and status = $6'}
     order by created_at desc, id desc limit $5`,
    [merchant, from, below.createdAt, below.id, limit, ...(status === null ? [] : [status])],
  )
  return rows.map(toPlace)
}

/** Returns the places of receipts with this id, reference or transaction hash, in any order. */
export async function findPlacesByTerm(
  db: Queryable,
  { merchant, term, limit }: { merchant: Address; term: string; limit: number },
): Promise<ReceiptPlace[]> {
  const { rows } = await db.query<PlaceRow>(
    `select id, created_at, status from receipts where merchant = $1 and id = $2
     union
     (select id, created_at, status from receipts where merchant = $1 and reference = $2
      order by created_at desc, id desc limit $3)
     union
     (select id, created_at, status from receipts where merchant = $1 and transaction_hash = lower($2)
      order by created_at desc, id desc limit $3)`,
    [merchant, term, limit],
  )
  return rows.map(toPlace)
}

/** SQL: the size of a receipt in a list. The response repeats lines that were priced in another currency. */
const bytesOfReceipt = `
  octet_length(lines::text) * (case when pricing is null then 1 else 2 end)
  + coalesce(octet_length(metadata::text), 0) + coalesce(octet_length(billing::text), 0)
  + coalesce(octet_length(on_success), 0) + coalesce(octet_length(redirect_url), 0)
  + coalesce(octet_length(return_url), 0) + coalesce(octet_length(webhook_url), 0)
  + (select coalesce(sum(octet_length(items::text) + coalesce(octet_length(reason), 0) + 200), 0)
     from refunds where merchant = receipts.merchant and receipt_id = receipts.id)
  + (select coalesce(sum(
       coalesce(octet_length(note), 0) + coalesce(octet_length(detail::text), 0) + 100), 0)
     from receipt_events where merchant = receipts.merchant and receipt_id = receipts.id)`

/**
 * Returns receipts with these ids, newest first, and their size. Ends with the first one that reaches `maxBytes`: later
 * ones are not read.
 */
export async function readReceipts(
  db: Queryable,
  { merchant, ids, maxBytes }: { merchant: Address; ids: readonly string[]; maxBytes: number },
): Promise<{ receipts: Receipt[]; bytes: number }> {
  const { rows } = await db.query<ReceiptRow & { bytes: string }>(
    `with sizes as (
       select id as sized_id, ${bytesOfReceipt} as own_bytes, created_at as sized_at
       from receipts where merchant = $1 and id = any($2)
     ), sums as (
       select sized_id, own_bytes,
         sum(own_bytes) over (order by sized_at desc, sized_id desc) as bytes
       from sizes
     )
     select ${receiptColumns}, bytes from sums join receipts on merchant = $1 and id = sized_id
     where bytes - own_bytes < $3 order by created_at desc, id desc`,
    [merchant, ids, maxBytes],
  )
  return { receipts: rows.map(toReceipt), bytes: Number(rows.at(-1)?.bytes ?? 0) }
}

function toPlace({ id, created_at, status }: PlaceRow): ReceiptPlace {
  return { id, createdAt: toTime(created_at), status }
}
