import type { Address } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Place } from '../../../platform/chain/logs/decode-logs.js'
import {
  batchSize,
  changeInBatches,
  isInNextBatch,
} from '../../../platform/db/change-in-batches.js'
import { valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Payout, ReceiptRef } from '../payment.js'

/** SQL of the position of a log as one number. */
const placeOf = (row: string) => `((${row}.block_number << 32) + ${row}.log_index)`

/** A flush of tokens from a deposit address to its payout address. */
export type Arrival = Place &
  ReceiptRef & {
    depositAddress: Address
    payoutAddress: Address
    token: Address
    units: BaseUnits
    paidAt: UnixMs
  }

/**
 * Marks payments at a deposit address as arrived at their payout address, with the first flush
 * after each. Returns their receipts and payouts.
 */
export async function markArrived(
  db: Queryable,
  { chainId, arrivals }: { chainId: number; arrivals: readonly Arrival[] },
): Promise<(ReceiptRef & Payout)[]> {
  if (arrivals.length === 0) return []
  const rows = await changeInBatches<{
    merchant: Address
    receipt_id: string
    payout_address: Address
    token: Address
  }>(
    db,
    `with given as (
       select * from unnest($2::text[], $3::text[], $4::bigint[], $5::int[])
         as given (deposit_address, token, block_number, log_index)
     ), last as (
       select deposit_address, token, max(${placeOf('given')}) as place from given
       group by deposit_address, token
     ), placed as (
       select deposit_address, token, block_number, log_index, null as tx_hash, null as block_hash,
         array[block_number, log_index] as flushed_at
       from given
       union all
       (select deposit_address, token, block_number, log_index, tx_hash, block_hash, null
        from payments join last using (deposit_address, token)
        where chain_id = $1 and kind = 'deposit' and state <> 'orphaned' and arrived_block is null
          and ${placeOf('payments')} < last.place
        limit ${batchSize})
     ), moved as (
       select tx_hash, log_index, block_hash, min(flushed_at) over (
         partition by deposit_address, token order by block_number desc, log_index desc
       ) as flushed_at
       from placed
     )
     update payments set arrived_block = moved.flushed_at[1], arrived_log = moved.flushed_at[2]
     from moved
     where moved.flushed_at is not null and payments.chain_id = $1 and payments.tx_hash = moved.tx_hash
       and payments.log_index = moved.log_index and payments.block_hash = moved.block_hash
     returning payments.merchant, payments.receipt_id, payments.payout_address, payments.token`,
    [chainId, ...valuesOf(arrivals, ['depositAddress', 'token', 'blockNumber', 'logIndex'])],
  )
  return rows.map((row) => ({
    ...toRef(row),
    payoutAddress: row.payout_address,
    token: row.token,
  }))
}

/** Confirms payments up to a block and returns their receipts. */
export async function confirmPayments(
  db: Queryable,
  { chainId, confirmedThrough }: { chainId: number; confirmedThrough: bigint },
): Promise<ReceiptRef[]> {
  const rows = await changeInBatches<{ merchant: Address; receipt_id: string }>(
    db,
    `update payments set state = 'confirmed'
     where ${isInNextBatch('payments', `chain_id = $1 and state = 'seen' and block_number <= $2`)}
     returning merchant, receipt_id`,
    [chainId, confirmedThrough],
  )
  return rows.map(toRef)
}

/** Undoes payments, arrivals and releases after a block. Returns the affected receipts. */
export async function orphanPayments(
  db: Queryable,
  { chainId, after }: { chainId: number; after: bigint },
): Promise<ReceiptRef[]> {
  const rows = await changeInBatches<{ merchant: Address; receipt_id: string }>(
    db,
    `update payments set
       state = case when block_number > $2 then 'orphaned' else state end,
       arrived_block = case when arrived_block > $2 then null else arrived_block end,
       arrived_log = case when arrived_block > $2 then null else arrived_log end,
       released_block = case
         when released_block > $2 or arrived_block > $2 then null else released_block end,
       fee_claimed_block = case
         when fee_claimed_block > $2 or block_number > $2 then null else fee_claimed_block end
     where ${isInNextBatch(
       'payments',
       `chain_id = $1 and state <> 'orphaned'
         and (block_number > $2 or arrived_block > $2 or released_block > $2
           or fee_claimed_block > $2)`,
     )}
     returning merchant, receipt_id`,
    [chainId, after],
  )
  return rows.map(toRef)
}

function toRef(row: { merchant: Address; receipt_id: string }): ReceiptRef {
  return { merchant: row.merchant, receiptId: row.receipt_id }
}
