import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Deletes the oldest announced transactions that paid nothing, and returns how many. */
export async function deleteEndedAnnouncements(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from announced_transactions where (merchant, receipt_id, tx_hash) in (
       select merchant, receipt_id, tx_hash from announced_transactions
       where state in ('reverted', 'unrelated', 'lost') and created_at < $1
       order by created_at limit $2
     )`,
    [before, limit],
  )
  return rowCount
}

/**
 * Deletes expired quotes that a newer one of the receipt replaced, and returns how many. Quotes of
 * receipts with payments stay, because a reorganization values their payments again.
 */
export async function deleteReplacedQuotes(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from quotes where (merchant, receipt_id, symbol, quoted_at) in (
       select merchant, receipt_id, symbol, quoted_at from quotes as old
       where expires_at < $1
         and exists (
           select from quotes as newer
           where newer.merchant = old.merchant and newer.receipt_id = old.receipt_id
             and newer.symbol = old.symbol and newer.quoted_at > old.quoted_at
         )
         and not exists (
           select from payments
           where payments.merchant = old.merchant and payments.receipt_id = old.receipt_id
         )
       order by expires_at limit $2
     )`,
    [before, limit],
  )
  return rowCount
}
