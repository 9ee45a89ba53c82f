import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'

/** A refund that names the transaction it was paid with. */
export type NamedRefund = {
  merchant: Address
  receiptId: string
  id: string
  hash: Hash
  buyer: Address
  token: Address
  units: bigint
  /** What the same transaction is known to have paid to the same buyer for other refunds. */
  takenUnits: bigint
}

type RefundRow = {
  merchant: Address
  receipt_id: string
  id: string
  transaction_hash: Hash
  buyer: Address
  token: Address
  units: string
  taken: string
}

/** Refunds that nobody has seen on chain, or those that were seen there lately, the newest first. */
export async function listNamed(
  db: Queryable,
  input: { isConfirmed: boolean; since: UnixMs; limit: number },
): Promise<NamedRefund[]> {
  const { rows } = await db.query<RefundRow>(
    `select merchant, receipt_id, id, transaction_hash, buyer, token, units, (
       select coalesce(sum(units), 0) from refunds as other
       where other.transaction_hash = refunds.transaction_hash and other.buyer = refunds.buyer
         and other.token = refunds.token and other.confirmed_at is not null
         and (other.merchant, other.receipt_id, other.id)
           <> (refunds.merchant, refunds.receipt_id, refunds.id)
     ) as taken
     from refunds
     where transaction_hash is not null and token is not null
       and (confirmed_at is not null) = $1 and coalesce(confirmed_at, created_at) > $2
     order by created_at desc limit $3`,
    [input.isConfirmed, input.since, input.limit],
  )
  return rows.map((row) => ({
    merchant: row.merchant,
    receiptId: row.receipt_id,
    id: row.id,
    hash: row.transaction_hash,
    buyer: row.buyer,
    token: row.token,
    units: BigInt(row.units),
    takenUnits: BigInt(row.taken),
  }))
}
