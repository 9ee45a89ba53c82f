import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { type SentRefund, sentColumns, withReceipts } from '../read-model/sent-refund-sql.js'

/** A transaction that refunds of a merchant name. */
export type RefundLookup = { merchant: Address; hash: Hash }

/** Refunds that may still change: unconfirmed and created, or confirmed, since a time. */
export type OpenSince = { unconfirmedSince: UnixMs; confirmedSince: UnixMs }

/** How many refunds of a merchant one transaction can confirm, so that a lookup stays short. */
export const refundsPerTransaction = 500

/**
 * Lists the transactions to look up: those of unconfirmed refunds that are due, and of recently
 * confirmed ones. Merchants take turns, the least recently looked up first, so that no merchant's
 * refunds delay another's.
 */
export async function listSearched(
  db: Queryable,
  input: OpenSince & { now: UnixMs; limit: number },
): Promise<RefundLookup[]> {
  const { rows } = await db.query<{ merchant: Address; transaction_hash: Hash }>(
    `select merchant, transaction_hash from (
       select merchant, transaction_hash, max(sought_at) as sought_at, min(created_at) as created_at,
         row_number() over (
           partition by merchant order by max(sought_at), min(created_at), transaction_hash
         ) as turn
       from refunds
       where transaction_hash is not null and token is not null and buyer is not null
         and ((confirmed_at is null and created_at > $1 and next_search_at <= $3) or confirmed_at > $2)
       group by merchant, transaction_hash
     ) as sent
     order by turn, sought_at, created_at, transaction_hash, merchant limit $4`,
    [input.unconfirmedSince, input.confirmedSince, input.now, input.limit],
  )
  return rows.map((row) => ({ merchant: row.merchant, hash: row.transaction_hash }))
}

/** SQL of the oldest refunds of merchant $1 with transaction $2, confirmed or newer than $3. */
const oldestRefunds = `refunds.merchant = $1 and refunds.transaction_hash = $2
  and refunds.token is not null and refunds.buyer is not null
  and (refunds.confirmed_at is not null or refunds.created_at > $3)
  order by refunds.created_at, refunds.id, refunds.receipt_id limit ${refundsPerTransaction}`

/**
 * Locks the refunds of a merchant that name a transaction, oldest first. Leaves out those that were
 * never confirmed in time.
 */
export async function lockRefunds(
  db: Queryable,
  { merchant, hash, unconfirmedSince }: RefundLookup & Pick<OpenSince, 'unconfirmedSince'>,
): Promise<SentRefund[]> {
  return sentColumns.list(
    db,
    `select ${sentColumns.fieldsOf('refunds')} from ${withReceipts}
     where ${oldestRefunds} for update of refunds`,
    [merchant, hash, unconfirmedSince],
  )
}

/** Saves when a transaction was last looked up for a merchant. */
export async function updateSearched(
  db: Queryable,
  input: RefundLookup & Pick<OpenSince, 'unconfirmedSince'> & { soughtAt: UnixMs },
): Promise<void> {
  await db.query(
    `update refunds set sought_at = $4
     from (select merchant, receipt_id, id from refunds where ${oldestRefunds}) as sought
     where refunds.merchant = sought.merchant and refunds.receipt_id = sought.receipt_id
       and refunds.id = sought.id`,
    [input.merchant, input.hash, input.unconfirmedSince, input.soughtAt],
  )
}

/** Saves how often transactions did not pay a merchant's refunds, and the next lookup. */
export async function updateNextSearches(
  db: Queryable,
  {
    merchant,
    refunds,
  }: {
    merchant: Address
    refunds: readonly Pick<SentRefund, 'receiptId' | 'id' | 'searches' | 'nextSearchAt'>[]
  },
): Promise<void> {
  if (refunds.length === 0) return
  await db.query(
    `update refunds set searches = given.searches, next_search_at = given.next_search_at
     from unnest($2::text[], $3::text[], $4::int[], $5::bigint[])
       as given (receipt_id, id, searches, next_search_at)
     where refunds.merchant = $1 and refunds.receipt_id = given.receipt_id and refunds.id = given.id`,
    [merchant, ...valuesOf(refunds, ['receiptId', 'id', 'searches', 'nextSearchAt'])],
  )
}
