import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime, toTimeOrNull } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** A refund with the transaction that paid it. */
export type SentRefund = {
  merchant: Address
  receiptId: string
  id: string
  buyer: Address
  createdAt: UnixMs
  confirmedAt: UnixMs | null
  /** When its receipt was paid, in block time; when it was created if no payment is known. */
  paidAt: UnixMs
}

export type SentRow = {
  merchant: Address
  receipt_id: string
  id: string
  buyer: Address
  created_at: string
  confirmed_at: string | null
  paid_at: string
}

/** SQL of the columns of a `SentRow`, and of the tables that they come from. */
export const sentColumns = `refunds.merchant, refunds.receipt_id, refunds.id, refunds.buyer, refunds.created_at,
  refunds.confirmed_at, coalesce(receipts.transaction_at, receipts.created_at) as paid_at`
export const withReceipts = `refunds
  join receipts on receipts.merchant = refunds.merchant and receipts.id = refunds.receipt_id`

/**
 * Lists the transactions to look up: those of unconfirmed refunds, and of recently confirmed ones. Merchants take turns, the
 * least recently looked up first, so that no merchant's refunds delay another's.
 */
export async function listSearched(
  db: Queryable,
  input: { unconfirmedSince: UnixMs; confirmedSince: UnixMs; limit: number },
): Promise<Hash[]> {
  const { rows } = await db.query<{ transaction_hash: Hash }>(
    `select transaction_hash from (
       select transaction_hash, min(sought_at) as sought_at, min(created_at) as created_at,
         row_number() over (
           partition by min(merchant) order by min(sought_at), min(created_at), transaction_hash
         ) as turn
       from refunds
       where transaction_hash is not null and token is not null
         and ((confirmed_at is null and created_at > $1) or confirmed_at > $2)
       group by transaction_hash
     ) as sent
     order by turn, sought_at, created_at, transaction_hash limit $3`,
    [input.unconfirmedSince, input.confirmedSince, input.limit],
  )
  return rows.map((row) => row.transaction_hash)
}

/** Locks the refunds that name a transaction, oldest first. */
export async function lockRefunds(db: Queryable, hash: Hash): Promise<SentRefund[]> {
  const { rows } = await db.query<SentRow>(
    `select ${sentColumns} from ${withReceipts}
     where refunds.transaction_hash = $1 and refunds.token is not null and refunds.buyer is not null
     order by refunds.created_at, refunds.id, refunds.merchant, refunds.receipt_id
     for update of refunds`,
    [hash],
  )
  return rows.map(toSentRefund)
}

export function toSentRefund(row: SentRow): SentRefund {
  return {
    merchant: row.merchant,
    receiptId: row.receipt_id,
    id: row.id,
    buyer: row.buyer,
    createdAt: toTime(row.created_at),
    confirmedAt: toTimeOrNull(row.confirmed_at),
    paidAt: toTime(row.paid_at),
  }
}

/** Saves when a transaction was last looked up. */
export async function updateSearched(
  db: Queryable,
  { hash, at }: { hash: Hash; at: UnixMs },
): Promise<void> {
  await db.query('update refunds set sought_at = $2 where transaction_hash = $1', [hash, at])
}
