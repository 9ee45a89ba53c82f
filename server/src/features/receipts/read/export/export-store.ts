import type { Address } from '../../../../lib/hex.js'
import type { Queryable } from '../../../../platform/db/db.js'
import { matchingReceipts } from '../../read-model/matching-sql.js'
import type { ShownReceipt } from '../../receipt.js'
import { type ShownRow, shownColumns, toShownReceipt } from '../../receipt-sql.js'
import { lowerBound, type ReceiptCursor } from '../page-store.js'
import type { ReceiptFilter } from '../search/receipt-filter.js'

type Wanted = { merchant: Address; filter: ReceiptFilter; after: ReceiptCursor; limit: number }

/** Thumbnails are most of a receipt, and no file has them. */
const withoutThumbs = `(
  select jsonb_agg(line - 'thumb' order by place)
  from jsonb_array_elements(lines) with ordinality as given (line, place)
) as lines`
const columns = shownColumns.replace(/\blines\b/, withoutThumbs)

/** Returns the matching receipts after a position, newest first, without thumbnails. */
export async function listForExport(db: Queryable, wanted: Wanted): Promise<ShownReceipt[]> {
  const { matching, params } = findMatching(wanted)
  const { rows } = await db.query<ShownRow>(
    `with listed as materialized (select id as listed_id from (${matching}) as found)
     select ${columns} from listed
       cross join lateral (select * from receipts where merchant = $1 and id = listed_id offset 0) as r
     order by created_at desc, id desc`,
    params,
  )
  return rows.map(toShownReceipt)
}

/** Counts the matching receipts, up to a limit. */
export async function countMatching(db: Queryable, wanted: Wanted): Promise<number> {
  const { matching, params } = findMatching(wanted)
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from (${matching}) as listed`,
    params,
  )
  return Number(rows[0]?.count)
}

function findMatching({ merchant, filter, after, limit }: Wanted) {
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
