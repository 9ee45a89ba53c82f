import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptRef } from '../payment.js'

/** A receipt with the number of its payments, orphaned ones too. */
export type Recorded = ReceiptRef & { count: number }

/** Counts the payments of receipts, each up to `most`. */
export async function listRecorded(
  db: Queryable,
  { refs, most }: { refs: readonly ReceiptRef[]; most: number },
): Promise<Recorded[]> {
  const { rows } = await db.query<{ merchant: Address; receipt_id: string; count: number }>(
    `select given.merchant, given.receipt_id, counted.count::int
     from (select distinct * from unnest($1::text[], $2::text[]) as given (merchant, receipt_id)) as given
       cross join lateral (
         select count(*) from (
           select from payments
           where payments.merchant = given.merchant and payments.receipt_id = given.receipt_id
           limit $3
         ) as known
       ) as counted`,
    [refs.map(({ merchant }) => merchant), refs.map(({ receiptId }) => receiptId), most],
  )
  return rows.map((row) => ({
    merchant: row.merchant,
    receiptId: row.receipt_id,
    count: row.count,
  }))
}
