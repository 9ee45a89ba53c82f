import type { Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { RefundRef } from '../../receipts/receipt.js'
import { type SentRefund, sentColumns, withReceipts } from '../read-model/sent-refund-sql.js'

/** How far the search for a refund's transaction has come. */
export type RefundSearch = {
  /** The next block to read; null before the first search. */
  block: bigint | null
  /** How often it reached the latest block or failed. */
  searches: number
}

/** A refund that names no transaction. */
export type UnsentRefund = SentRefund & { search: RefundSearch }

const unsentColumns = sentColumns.with<{ searchBlock: bigint | null }>({ searchBlock: 'bigint' })

/**
 * Lists unconfirmed refunds without a transaction whose search is due, the longest waiting first.
 * Merchants take turns.
 */
export async function listUnsent(
  db: Queryable,
  input: { createdSince: UnixMs; now: UnixMs; limit: number },
): Promise<UnsentRefund[]> {
  const unsent = await unsentColumns.list(
    db,
    `select ${unsentColumns.fieldsOf('refunds')}
     from ${withReceipts}
     where refunds.transaction_hash is null and refunds.confirmed_at is null
       and refunds.token is not null and refunds.buyer is not null
       and refunds.created_at > $1 and refunds.next_search_at <= $2
     order by row_number() over (
         partition by refunds.merchant
         order by refunds.next_search_at, refunds.created_at, refunds.id
       ), refunds.next_search_at, refunds.created_at, refunds.id
     limit $3`,
    [input.createdSince, input.now, input.limit],
  )
  return unsent.map(({ searchBlock: block, ...refund }) => ({
    ...refund,
    search: { block, searches: refund.searches },
  }))
}

/** Saves the progress of a search, unless another search found the transaction. */
export async function updateSearch(
  db: Queryable,
  input: { refund: RefundRef; search: RefundSearch; nextAt: UnixMs },
): Promise<void> {
  const { refund, search, nextAt } = input
  await db.query(
    `update refunds set search_block = $4, searches = $5, next_search_at = $6
     where merchant = $1 and receipt_id = $2 and id = $3 and transaction_hash is null`,
    [refund.merchant, refund.receiptId, refund.id, search.block, search.searches, nextAt],
  )
}

/** Locks a transaction hash, so that two refunds never take it at once. */
export async function lockHash(db: Queryable, hash: Hash): Promise<void> {
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 29))', [`refund ${hash}`])
}

/** Sets the transaction of a refund. Returns false if another refund of its receipt names it. */
export async function updateTransaction(
  db: Queryable,
  { merchant, receiptId, id, hash }: RefundRef & { hash: Hash },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update refunds set transaction_hash = $4, searches = 0, next_search_at = 0
     where merchant = $1 and receipt_id = $2 and id = $3 and transaction_hash is null
       and not exists (
         select from refunds as other
         where other.merchant = $1 and other.receipt_id = $2 and other.transaction_hash = $4
       )`,
    [merchant, receiptId, id, hash],
  )
  return rowCount > 0
}
