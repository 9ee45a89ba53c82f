import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import { type HistoryRow, historyColumns, toHistory } from '../read-model/history-sql.js'
import { matchingReceipts } from '../read-model/matching-sql.js'
import {
  type ReceiptRow,
  receiptColumns,
  type ShownRow,
  shownColumns,
  toReceipt,
  toShownReceipt,
} from '../receipt-sql.js'
import type { FullReceipt, WholeReceipt } from './describe-receipt.js'
import type { ReceiptFilter } from './search/receipt-filter.js'

/** A page starts after this receipt. `createdAt` is the time by which the list is sorted. */
export type ReceiptCursor = { createdAt: number; id: string }

export type PageFilter = ReceiptFilter & {
  limit: number
  after: ReceiptCursor
  /** Whether the response has thumbnails, which take most of its size. */
  hasThumbs: boolean
}

/** The largest pages, and one more receipt that shows whether another page follows. */
const maxPlaces = 201
const placesOfPages = [26, 101, maxPlaces]

/** Measuring a receipt takes time too, so few are measured beyond the end of a page. */
const batchSize = 50

type PageInput = { merchant: Address; filter: PageFilter; maxBytes: number }

/**
 * Returns a page of receipts, newest first, the position after it if more follow, and whether its
 * thumbnails would exceed `maxBytes`. The page ends with the first receipt that reaches `maxBytes` without
 * thumbnails: later ones are not read.
 */
export async function listPage(
  db: Queryable,
  input: PageInput,
): Promise<{ page: FullReceipt[]; next: ReceiptCursor | null; exceedsWithThumbs: boolean }> {
  const rows = await listRows<ShownRow>(db, { ...input, columns: shownColumns })
  const { found = 0, page_bytes = 0, thumb_bytes = 0 } = rows[0] ?? {}
  const thumbBytes = Number(thumb_bytes)
  const last = rows.length < Number(found) ? rows.at(-1) : null
  return {
    page: rows.map((row) => ({ receipt: toShownReceipt(row), history: toHistory(row) })),
    next: last ? { createdAt: Number(last.listed_at), id: last.id } : null,
    exceedsWithThumbs: thumbBytes > 0 && Number(page_bytes) + thumbBytes > input.maxBytes,
  }
}

/** Returns a page like `listPage`, with the fields that only the service uses. */
export async function listWholeReceipts(db: Queryable, input: PageInput): Promise<WholeReceipt[]> {
  const rows = await listRows<ReceiptRow>(db, { ...input, columns: receiptColumns })
  return rows.map((row) => ({ receipt: toReceipt(row), history: toHistory(row) }))
}

type PageSize = { listed_at: string; found: string; page_bytes: string; thumb_bytes: string }

async function listRows<Row extends object>(
  db: Queryable,
  { merchant, filter, maxBytes, columns }: PageInput & { columns: string },
): Promise<(Row & HistoryRow & PageSize)[]> {
  const { from, limit } = filter
  const below = lowerBound(filter)
  const params: unknown[] = [merchant, from, below.createdAt, below.id, limit, maxBytes]
  const matching = matchingReceipts(filter, {
    merchant: '$1',
    position: { from: '$2', createdAt: '$3', id: '$4' },
    limit: placesOfPages.find((places) => places > limit) ?? maxPlaces,
    bind: (value) => `$${params.push(value)}`,
  })
  const sql = pageQuery({ columns, matching })
  const { rows } = await db.query<Row & HistoryRow & PageSize>(sql, params)
  return rows
}

/** With two upper bounds the database would scan from the wrong one, so only the lower is used. */
export function lowerBound({ to, after }: Pick<PageFilter, 'to' | 'after'>): ReceiptCursor {
  return to < after.createdAt ? { createdAt: to + 1, id: '' } : after
}

/**
 * SQL of a page. `places` are the receipts that match, in the order of the list. `sized` measures
 * those of the page in batches, up to the one that fills it. Few constant limits let the
 * database keep few plans for all pages.
 */
function pageQuery({ columns, matching }: { columns: string; matching: string }): string {
  return `with recursive places as materialized (
      select listed.id as listed_id, listed.listed_at,
        row_number() over (order by listed.listed_at desc, listed.id desc) as place
      from (${matching}) as listed
    ), sized (place, timeline, refunds, own_thumbs, own_bytes, bytes) as (
      select 0::bigint, null::json, null::json, 0, 0::bigint, 0::numeric
      union all
      select places.place, measured.timeline, measured.refunds, own_thumbs_of, own_bytes_of,
        last.bytes + sum(own_bytes_of) over (order by places.place)
      from sized as last
        join places on places.place > last.place and places.place <= least(last.place + ${batchSize}, $5)
        cross join lateral (
          select timeline, refunds, (${bytesOfThumbs})::int as own_thumbs_of,
            (${bytesOfReceipt})::bigint as own_bytes_of
          from (
            select lines, valuation, metadata, billing, on_success, redirect_url, return_url, webhook_url,
              ${historyColumns}
            from receipts r where merchant = $1 and id = places.listed_id
            -- Keeps the history from being read twice, like the next one the size.
            offset 0
          ) as r offset 0
        ) as measured
      where last.place % ${batchSize} = 0 and last.bytes < $6
    )
    select ${columns}, listed_at, timeline, refunds, (select count(*) from places) as found,
      sum(own_bytes) over () as page_bytes, sum(own_thumbs) over () as thumb_bytes
    from sized join places using (place)
      -- As a list grows, the database must not prefer to scan all of it.
      cross join lateral (select * from receipts where merchant = $1 and id = listed_id offset 0) as r
    where bytes - own_bytes < $6 order by place`
}

/**
 * SQL: the size of a JSON value. Printing it takes the database long, so its stored size stands for
 * it unless that is compressed.
 */
const bytesOf = (json: string) =>
  `case when pg_column_compression(${json}) is null then coalesce(pg_column_size(${json}), 0)
    else octet_length(${json}::text) end`

/** SQL: the size of a sale in a list. Responses repeat lines priced in another currency. */
const bytesOfSale = `
  (${bytesOf('lines')}) * (case when valuation is null then 1 else 2 end)
  + (${bytesOf('metadata')}) + (${bytesOf('billing')})
  + coalesce(octet_length(on_success), 0) + coalesce(octet_length(redirect_url), 0)
  + coalesce(octet_length(return_url), 0) + coalesce(octet_length(webhook_url), 0)`

/** SQL: the size of a receipt's timeline up to here is that of a usual sale; few are longer. */
const usualTimeline = 8_192
const bytesOfTimeline = 'coalesce(octet_length(timeline::text), 0)'

/**
 * SQL: the size of a receipt in a list. A sale of five lines without metadata counts as at most a
 * 262nd of the page, so that 200 of them always fit, with a usual refund each.
 */
const bytesOfReceipt = `
  case when metadata is null and jsonb_array_length(lines) <= 5
    then least(${bytesOfSale} + least(${bytesOfTimeline}, ${usualTimeline}), $6::numeric / 262)
      + greatest(0, ${bytesOfTimeline} - ${usualTimeline})
    else ${bytesOfSale} + ${bytesOfTimeline} end
  + coalesce(octet_length(refunds::text), 0)`

/** SQL: the size of the thumbnails that the response adds to lines. */
const bytesOfThumbs = `
  1536 * jsonb_array_length(jsonb_path_query_array(lines, '$[*].picture'))`
