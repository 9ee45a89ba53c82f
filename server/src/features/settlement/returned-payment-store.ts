import type { Hash } from '../../lib/hex.js'
import type { BaseUnits, Micros } from '../../lib/money.js'
import { toBaseUnits, toMicros } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { LogRef, ReceiptRef } from './payment.js'

/** The part of a payment that was returned. */
export type ReturnedPayment = LogRef & { units: BaseUnits; usdMicros: Micros }

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
      returned.map((one) => one.chainId),
      returned.map((one) => one.transactionHash),
      returned.map((one) => one.logIndex),
      returned.map((one) => one.units),
      returned.map((one) => one.usdMicros),
    ],
  )
}

/** Lists the parts of payments that were returned, by refund. */
export async function listReturnedPayments(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<Map<string, ReturnedPayment[]>> {
  const { rows } = await db.query<{
    refund_id: string
    chain_id: string
    tx_hash: Hash
    log_index: number
    units: string
    usd_micros: string
  }>(
    `select refund_id, chain_id, tx_hash, log_index, units, usd_micros from returned_payments
     where merchant = $1 and receipt_id = $2`,
    [merchant, receiptId],
  )
  const returned = new Map<string, ReturnedPayment[]>()
  for (const row of rows) {
    const part: ReturnedPayment = {
      chainId: Number(row.chain_id),
      transactionHash: row.tx_hash,
      logIndex: row.log_index,
      units: toBaseUnits(row.units),
      usdMicros: toMicros(row.usd_micros),
    }
    const known = returned.get(row.refund_id)
    if (known) known.push(part)
    else returned.set(row.refund_id, [part])
  }
  return returned
}
