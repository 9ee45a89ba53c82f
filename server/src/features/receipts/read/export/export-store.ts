import type { Address } from '../../../../lib/hex.js'
import type { Queryable } from '../../../../platform/db/db.js'
import { matchingReceipts } from '../../read-model/matching-sql.js'
import type { ShownReceipt } from '../../receipt.js'
import { type ShownRow, shownColumns, toShownReceipt } from '../../receipt-sql.js'
import { lowerBound, type ReceiptCursor } from '../page-store.js'
import type { ReceiptFilter } from '../search/receipt-filter.js'

type ExportPage = { merchant: Address; filter: ReceiptFilter; after: ReceiptCursor; limit: number }

/** Exports omit thumbnails, which are most of the bytes of a receipt. */
const withoutThumbs = `(
  select jsonb_agg(line - 'thumb' order by place)
  from jsonb_array_elements(lines) with ordinality as given (line, place)
) as lines`

/** In characters, because spreadsheets limit the size of a cell. */
const maxCommentLength = 10_000

const comments = `coalesce((
  select left(string_agg(c.text, ' | ' order by c.created_at, c.id), ${maxCommentLength})
  from receipt_comments c where c.merchant = $1 and c.receipt_id = r.id
), '') as comments`
const columns = shownColumns.replace(/\blines\b/, withoutThumbs)

/** A receipt, its comments as one text, and the time by which the list is sorted. */
export type ExportedReceipt = ShownReceipt & { comments: string; listedAt: number }

/** Returns the matching receipts after a position, newest first, without thumbnails. */
export async function listForExport(db: Queryable, page: ExportPage): Promise<ExportedReceipt[]> {
  const { matching, params } = findMatching(page)
  const { rows } = await db.query<ShownRow & { comments: string; listed_at: string }>(
    `with listed as materialized (select id as listed_id, listed_at from (${matching}) as found)
     select ${columns}, ${comments}, listed_at from listed
       cross join lateral (select * from receipts where merchant = $1 and id = listed_id offset 0) as r
     order by listed_at desc, id desc`,
    params,
  )
  return rows.map((row) => ({
    ...toShownReceipt(row),
    comments: row.comments,
    listedAt: Number(row.listed_at),
  }))
}

/** Counts the matching receipts, up to a limit. */
export async function countMatching(db: Queryable, page: ExportPage): Promise<number> {
  const { matching, params } = findMatching(page)
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from (${matching}) as listed`,
    params,
  )
  return Number(rows[0]?.count)
}

function findMatching({ merchant, filter, after, limit }: ExportPage) {
  const below = lowerBound({ to: filter.to, after })
  const params: unknown[] = [merchant, filter.from, below.createdAt, below.id]
  const matching = matchingReceipts(filter, {
    merchant: '$1',
    position: { from: '$2', createdAt: '$3', id: '$4' },
    limit,
    bind: (value) => `$${params.push(value)}`,
  })
  return { matching, params }
}
