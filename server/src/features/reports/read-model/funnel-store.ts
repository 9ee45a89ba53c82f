import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import { newestReceipts } from '../../receipts/read-model/all-receipts-sql.js'

/** Receipts that reached each step. */
export type FunnelCounts = {
  created: number
  linkOpened: number
  buyerLoggedIn: number
  checkoutInitialized: number
  paid: number
}

type FunnelInput = { merchant: Address; from: number; to: number; limit: number }

/** SQL: the receipts created in a range. Charges of subscriptions have no payment page. */
const created = newestReceipts({
  columns: 'id, created_at, failure_code',
  condition: `merchant = $1 and created_at between $2 and $3 and kind <> 'subscription'`,
  limit: '$4',
})

/** Counts the receipts created in a range by the steps in their timelines, at most `limit`. */
export async function countSteps(db: Queryable, input: FunnelInput): Promise<FunnelCounts> {
  type Row = Record<'created' | 'opened' | 'logged_in' | 'initialized' | 'paid', string>
  const { rows } = await db.query<Row>(
    `select count(*) as created, count(*) filter (where opened) as opened,
       count(*) filter (where logged_in) as logged_in,
       count(*) filter (where initialized) as initialized, count(*) filter (where is_sold) as paid
     from (${created}) as created
     cross join lateral (
       select bool_or(status = 'link_opened') as opened,
         bool_or(status = 'buyer_logged_in') as logged_in,
         bool_or(status = 'checkout_initialized') as initialized
       from timeline_entries where merchant = $1 and receipt_id = created.id
     ) as reached
     cross join lateral (
       select sum(case when key like 'undo:%' then -1 else 1 end) > 0 as is_sold
       from ledger_postings where merchant = $1 and receipt_id = created.id and kind = 'sale'
     ) as sold`,
    [input.merchant, input.from, input.to, input.limit],
  )
  const [row] = rows
  return {
    created: Number(row?.created ?? 0),
    linkOpened: Number(row?.opened ?? 0),
    buyerLoggedIn: Number(row?.logged_in ?? 0),
    checkoutInitialized: Number(row?.initialized ?? 0),
    paid: Number(row?.paid ?? 0),
  }
}

/**
 * Counts the receipts created in a range by the code of their last failure, the most frequent
 * first.
 */
export async function countFailures(
  db: Queryable,
  input: FunnelInput,
): Promise<{ code: string; count: number }[]> {
  const { rows } = await db.query<{ code: string; count: string }>(
    `select failure_code as code, count(*) as count from (${created}) as created
     where failure_code is not null group by failure_code order by count(*) desc, failure_code`,
    [input.merchant, input.from, input.to, input.limit],
  )
  return rows.map(({ code, count }) => ({ code, count: Number(count) }))
}
