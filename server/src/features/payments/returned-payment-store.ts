import { valuesOf } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { ReceiptRef } from './payment.js'
import {
  type CreditReturn,
  type ReturnedPayment,
  type ReturnedRow,
  returnedOf,
  toReturned,
} from './returned-sql.js'

/** Saves the payments that a return of credit was taken from. */
export async function insertReturned(
  db: Queryable,
  input: ReceiptRef & { refundId: string; returned: readonly ReturnedPayment[] },
): Promise<void> {
  const { merchant, receiptId, refundId, returned } = input
  await db.query(
    `insert into returned_payments (
       merchant, receipt_id, refund_id, chain_id, tx_hash, log_index, units, usd_micros
     )
     select $1, $2, $3, chain_id, tx_hash, log_index, units, usd_micros
     from unnest($4::bigint[], $5::text[], $6::int[], $7::numeric[], $8::bigint[])
       as given (chain_id, tx_hash, log_index, units, usd_micros)`,
    [
      merchant,
      receiptId,
      refundId,
      ...valuesOf(returned, ['chainId', 'transactionHash', 'logIndex', 'units', 'usdMicros']),
    ],
  )
}

/** Lists the credit of a receipt that was returned, oldest first. */
export async function listReturned(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<CreditReturn[]> {
  const { rows } = await db.query<{ returned: ReturnedRow }>(
    `select ${returnedOf('r')} as returned from (select $1::text as merchant, $2::text as id) as r`,
    [merchant, receiptId],
  )
  return toReturned(rows[0]?.returned ?? null)
}
