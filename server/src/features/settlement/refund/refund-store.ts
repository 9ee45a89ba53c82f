import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime, toTimeOrNull } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** A refund that names the transaction it was paid with. */
export type NamedRefund = {
  merchant: Address
  receiptId: string
  id: string
  buyer: Address
  createdAt: UnixMs
  confirmedAt: UnixMs | null
  /** When its receipt was paid, by the chain's clock; when it was made, where no payment is known. */
  paidAt: UnixMs
}

/**
 * The transactions to be looked for: those that refunds name that nobody has seen on chain, and those that were seen
 * there lately. Whichever was not looked for the longest is first, so that nobody's refunds hide another's.
 */
export async function listSought(
  db: Queryable,
  input: { soughtSince: UnixMs; doubtedSince: UnixMs; limit: number },
): Promise<Hash[]> {
  const { rows } = await db.query<{ transaction_hash: Hash }>(
    `select transaction_hash from refunds
     where transaction_hash is not null and token is not null
       and ((confirmed_at is null and created_at > $1) or confirmed_at > $2)
     group by transaction_hash
     order by min(sought_at), min(created_at), transaction_hash limit $3`,
    [input.soughtSince, input.doubtedSince, input.limit],
  )
  return rows.map((row) => row.transaction_hash)
}

/** The refunds that name a transaction, the oldest first, held until the end of the caller's transaction. */
export async function lockNamed(db: Queryable, hash: Hash): Promise<NamedRefund[]> {
  type Row = {
    merchant: Address
    receipt_id: string
    id: string
    buyer: Address
    created_at: string
    confirmed_at: string | null
    paid_at: string
  }
  const { rows } = await db.query<Row>(
    `select refunds.merchant, refunds.receipt_id, refunds.id, refunds.buyer, refunds.created_at,
       refunds.confirmed_at, coalesce(receipts.transaction_at, receipts.created_at) as paid_at
     from refunds
     join receipts on receipts.merchant = refunds.merchant and receipts.id = refunds.receipt_id
     where refunds.transaction_hash = $1 and refunds.token is not null
     order by refunds.created_at, refunds.id, refunds.merchant, refunds.receipt_id
     for update of refunds`,
    [hash],
  )
  return rows.map((row) => ({
    merchant: row.merchant,
    receiptId: row.receipt_id,
    id: row.id,
    buyer: row.buyer,
    createdAt: toTime(row.created_at),
    confirmedAt: toTimeOrNull(row.confirmed_at),
    paidAt: toTime(row.paid_at),
  }))
}

/** Notes when a transaction was last looked for. */
export async function updateSought(
  db: Queryable,
  { hash, at }: { hash: Hash; at: UnixMs },
): Promise<void> {
  await db.query('update refunds set sought_at = $2 where transaction_hash = $1', [hash, at])
}
