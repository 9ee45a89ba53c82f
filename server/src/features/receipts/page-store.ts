import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'
import type { FullReceipt } from './describe-receipt.js'
import { type HistoryRow, historyColumns, toHistory } from './history-sql.js'
import { type ReceiptRow, receiptColumns, toReceipt } from './receipt-sql.js'
import type { ReceiptStatus } from './status/statuses.js'

/** A page starts after this receipt. */
export type ReceiptCursor = { createdAt: number; id: string }

export type PageFilter = {
  limit: number
  after: ReceiptCursor
  status: ReceiptStatus | null
  /** Inclusive, like `to`. */
  from: number
  to: number
  /** An id, a reference or a transaction hash. */
  term: string | null
}

/** The largest page, and one more receipt that shows whether another page follows. */
const maxPlaces = 201

/** Of the receipts with the same reference or transaction hash, only the newest are searched. */
const maxFound = 1_000

/** Measuring a receipt takes the database time too, so few are measured beyond the end of a page. */
const batchSize = 50

/**
 * Returns a page of receipts, newest first, and whether more follow. The page ends with the first receipt that reaches
 * `maxBytes`: later ones are not read.
 */
export async function listPage(
  db: Queryable,
  input: { merchant: Address; filter: PageFilter; maxBytes: number },
): Promise<{ page: FullReceipt[]; hasMore: boolean }> {
  const { merchant, filter, maxBytes } = input
  const { status, from, to, limit, term } = filter
  // With two upper bounds the database would scan from the wrong one, so use the lower only.
  const below = to < filter.after.createdAt ? { createdAt: to + 1, id: '' } : filter.after
  const params = [merchant, from, below.createdAt, below.id, limit, maxBytes]
  const given = [...(status === null ? [] : [status]), ...(term === null ? [] : [term])]
  const { rows } = await db.query<ReceiptRow & HistoryRow & { found: string }>(
    pageQuery({ hasStatus: status !== null, hasTerm: term !== null }),
    [...params, ...given],
  )
  return {
    page: rows.map((row) => ({ receipt: toReceipt(row), history: toHistory(row) })),
    hasMore: rows.length < Number(rows[0]?.found ?? 0),
  }
}

/**
 * SQL of a page. `places` are the receipts that match, in the order of the list. `sized` measures those of the page in
 * batches, up to the one that fills it. A constant limit lets the database keep one plan for all pages.
 */
function pageQuery(given: { hasStatus: boolean; hasTerm: boolean }): string {
  return `with recursive places as materialized (
      select listed_id, row_number() over (order by listed_at desc, listed_id desc) as place
      from (
        select id as listed_id, created_at as listed_at from ${sourceOf(given)}
        where merchant = $1 and created_at >= $2 and (created_at, id) < ($3, $4)
          ${given.hasStatus ? 'and status = $7' : ''}
        order by created_at desc, id desc limit ${maxPlaces}
      ) as listed
    ), sized (place, own_bytes, bytes) as (
      select 0::bigint, 0::bigint, 0::numeric
      union all
      select places.place, own_bytes_of, last.bytes + sum(own_bytes_of) over (order by places.place)
      from sized as last
        join places on places.place > last.place and places.place <= least(last.place + ${batchSize}, $5)
        cross join lateral (
          select ${bytesOfReceipt} as own_bytes_of
          from receipts r where merchant = $1 and id = places.listed_id
          -- Keeps the size from being computed twice.
          offset 0
        ) as measured
      where last.place % ${batchSize} = 0 and last.bytes < $6
    )
    select ${receiptColumns}, ${historyColumns}, (select count(*) from places) as found
    from sized join places using (place) join receipts r on merchant = $1 and id = listed_id
    where bytes - own_bytes < $6 order by place`
}

/** SQL of the receipts to list: all of them, or those with the term as their id, reference or transaction hash. */
function sourceOf({ hasStatus, hasTerm }: { hasStatus: boolean; hasTerm: boolean }): string {
  if (!hasTerm) return 'receipts'
  const term = hasStatus ? '$8' : '$7'
  const columns = 'merchant, id, created_at, status'
  const newest = `order by created_at desc, id desc limit ${maxFound}`
  return `(
    select ${columns} from receipts where merchant = $1 and id = ${term}
    union
    (select ${columns} from receipts where merchant = $1 and reference = ${term} ${newest})
    union
    (select ${columns} from receipts where merchant = $1 and transaction_hash = lower(${term}) ${newest})
  ) as found`
}

/** SQL: the size of a receipt in a list. The response repeats lines that were priced in another currency. */
const bytesOfReceipt = `
  octet_length(lines::text) * (case when pricing is null then 1 else 2 end)
  + coalesce(octet_length(metadata::text), 0) + coalesce(octet_length(billing::text), 0)
  + coalesce(octet_length(on_success), 0) + coalesce(octet_length(redirect_url), 0)
  + coalesce(octet_length(return_url), 0) + coalesce(octet_length(webhook_url), 0)
  + (select coalesce(sum(octet_length(items::text) + coalesce(octet_length(reason), 0) + 200), 0)
     from refunds where merchant = r.merchant and receipt_id = r.id)
  + (select coalesce(sum(
       coalesce(octet_length(note), 0) + coalesce(octet_length(detail::text), 0) + 100), 0)
     from receipt_events where merchant = r.merchant and receipt_id = r.id)`
