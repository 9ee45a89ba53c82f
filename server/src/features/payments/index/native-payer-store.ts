import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptRef } from '../payment.js'

/**
 * Derives the payers of native payments to receipts from their announced transactions. Returns the
 * receipts whose payers changed.
 *
 * A flush takes the whole balance, so the direct transfers since the previous flush never exceed
 * it. One that is all of it, but for a thousandth that anyone can add, names its payer. Blocks with
 * a flush are excluded, because the order within a block is not known. If several transactions fit,
 * the payer is null.
 */
export async function assignPayers(
  db: Queryable,
  { chainId, refs }: { chainId: number; refs: readonly ReceiptRef[] },
): Promise<ReceiptRef[]> {
  if (refs.length === 0) return []
  const { rows } = await db.query<{ merchant: Address; receipt_id: string }>(
    `with flushes as (
       select payments.*, lag(block_number, 1, -1::bigint) over (
         partition by payments.deposit_address order by block_number, log_index
       ) as after_block
       from payments
       where chain_id = $1 and kind = 'native' and state <> 'orphaned' and (merchant, receipt_id) in (
         select * from unnest($2::text[], $3::text[])
       )
     ), named as (
       select flushes.tx_hash, flushes.log_index, flushes.block_hash,
         case when count(fits.tx_hash) = 1 then min(fits.payer) end as payer
       from flushes left join announced_transactions as fits
         on fits.merchant = flushes.merchant and fits.receipt_id = flushes.receipt_id
         and fits.deposit_address = flushes.deposit_address and fits.state = 'paying'
         and fits.units <= flushes.units and fits.units * 1000 >= flushes.units * 999
         and fits.block_number > flushes.after_block and fits.block_number < flushes.block_number
       group by flushes.tx_hash, flushes.log_index, flushes.block_hash
     )
     update payments set payer = named.payer from named
     where payments.chain_id = $1 and payments.tx_hash = named.tx_hash
       and payments.log_index = named.log_index and payments.block_hash = named.block_hash
       and payments.payer is distinct from named.payer
     returning payments.merchant, payments.receipt_id`,
    [chainId, refs.map(({ merchant }) => merchant), refs.map(({ receiptId }) => receiptId)],
  )
  return rows.map((row) => ({ merchant: row.merchant, receiptId: row.receipt_id }))
}
