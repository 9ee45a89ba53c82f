import type { Address } from '../../../lib/hex.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import {
  batchSize,
  changeInBatches,
  isInNextBatch,
} from '../../../platform/db/change-in-batches.js'
import { valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptRef } from '../payment.js'
import { isApart, isWallet, paidPlaces, place } from '../read-model/paid-out-sql.js'

/**
 * Marks money of these splits as paid out once every recipient has been paid since. Returns the
 * receipts.
 *
 * Native token that arrives in the transaction of a release does not count: a recipient with code
 * can flush a deposit while the split pays it, after the shares were computed. Neither do direct
 * payments, because some of their transfers may follow the release.
 */
export async function markPaidOut(
  db: Queryable,
  { chainId, splits }: { chainId: number; splits: readonly Address[] },
): Promise<ReceiptRef[]> {
  if (splits.length === 0) return []
  await changeInBatches(
    db,
    `with waiting as (
       select split, token, min(block_number) as since from direct_payments
       where chain_id = $1 and split = any($2) and state <> 'orphaned' and released_block is null
       group by split, token
     ), ${paidPlaces}, batch as (
       select chain_id, tx_hash, log_index, block_hash, paid.block_number as released
       from direct_payments as direct join paid
         on direct.split = paid.split and direct.token = paid.token
       where direct.chain_id = $1 and direct.state <> 'orphaned' and direct.released_block is null
         and ${place('direct.block_number', 'direct.log_index')} < paid.place
         and ${isApart('direct.tx_hash')}
       limit ${batchSize}
     )
     update direct_payments as direct set released_block = batch.released from batch
     where (direct.chain_id, direct.tx_hash, direct.log_index, direct.block_hash)
       = (batch.chain_id, batch.tx_hash, batch.log_index, batch.block_hash)
     returning direct.log_index`,
    [chainId, splits],
  )
  const rows = await changeInBatches<{ merchant: Address; receipt_id: string }>(
    db,
    `with waiting as (
       select payout_address as split, token, min(arrived_block) as since from payments
       where chain_id = $1 and payout_address = any($2) and state <> 'orphaned'
         and arrived_block is not null and released_block is null
       group by payout_address, token
     ), ${paidPlaces}, batch as (
       select chain_id, tx_hash, log_index, block_hash, paid.block_number as released
       from payments join paid
         on payments.payout_address = paid.split and payments.token = paid.token
       where payments.chain_id = $1 and payments.state <> 'orphaned'
         and payments.released_block is null and payments.arrived_block is not null
         and ${place('arrived_block', 'arrived_log')} < paid.place
         and (payments.token <> '${nativeToken}' or ${isApart('payments.tx_hash')})
       limit ${batchSize}
     )
     update payments set released_block = batch.released from batch
     where (payments.chain_id, payments.tx_hash, payments.log_index, payments.block_hash)
       = (batch.chain_id, batch.tx_hash, batch.log_index, batch.block_hash)
     returning merchant, receipt_id`,
    [chainId, splits],
  )
  return rows.map((row) => ({ merchant: row.merchant, receiptId: row.receipt_id }))
}

/** Marks payments that arrived at a wallet as paid out. */
export async function markPaidToWallets(
  db: Queryable,
  { chainId, refs }: { chainId: number; refs: readonly ReceiptRef[] },
): Promise<void> {
  if (refs.length === 0) return
  await changeInBatches(
    db,
    `update payments set released_block = arrived_block
     where ${isInNextBatch(
       'payments',
       `(merchant, receipt_id) in (
          select merchant, receipt_id
          from unnest($2::text[], $3::text[]) as given (merchant, receipt_id)
        ) and chain_id = $1 and arrived_block is not null and released_block is null
          and state <> 'orphaned' and ${isWallet('payout_address')}`,
     )}
     returning log_index`,
    [chainId, ...valuesOf(refs, ['merchant', 'receiptId'])],
  )
}
