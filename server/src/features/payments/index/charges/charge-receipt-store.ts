import type { Address, Hash } from '../../../../lib/hex.js'
import type { Claimed } from '../../../../platform/chain/logs/decode-logs.js'
import { toBaseUnits, toTime, valuesOf } from '../../../../platform/db/columns.js'
import type { Queryable } from '../../../../platform/db/db.js'
import type { ReceiptRef } from '../../payment.js'
import type { ChargeReceipt, PaidCharge } from './charge-receipt.js'

/** Inserts charge receipts. Those whose key is known stay as they are. */
export async function insertChargeReceipts(
  db: Queryable,
  charges: readonly ChargeReceipt[],
): Promise<void> {
  if (charges.length === 0) return
  await db.query(
    `insert into charge_receipts (chain_id, charge_key, merchant, receipt_id, fee_account, spender)
     select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
     on conflict (chain_id, charge_key) do nothing`,
    [
      ...valuesOf(charges, ['chainId', 'chargeKey', 'merchant', 'receiptId', 'feeAccount']),
      ...valuesOf(charges, ['spender']),
    ],
  )
}

/** Maps charge keys to their receipts. Unknown keys are absent. */
export async function listByChargeKey(
  db: Queryable,
  { chainId, keys }: { chainId: number; keys: readonly Hash[] },
): Promise<Map<Hash, Omit<ChargeReceipt, 'spender'>>> {
  if (keys.length === 0) return new Map()
  const { rows } = await db.query<{
    charge_key: Hash
    merchant: Address
    receipt_id: string
    fee_account: Address
  }>(
    `select charge_key, merchant, receipt_id, fee_account from charge_receipts
     where chain_id = $1 and charge_key = any($2)`,
    [chainId, keys],
  )
  return new Map(
    rows.map(({ charge_key: chargeKey, merchant, receipt_id: receiptId, fee_account }) => [
      chargeKey,
      { chainId, chargeKey, merchant, receiptId, feeAccount: fee_account },
    ]),
  )
}

/** Returns the key of the charge that pays a receipt, or null. */
export async function findChargeKey(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<Hash | null> {
  const { rows } = await db.query<{ charge_key: Hash }>(
    'select charge_key from charge_receipts where merchant = $1 and receipt_id = $2',
    [merchant, receiptId],
  )
  return rows[0]?.charge_key ?? null
}

/** Maps the keys of charges with a confirmed payment to it. */
export async function listConfirmed(
  db: Queryable,
  { chainId, chargeKeys }: { chainId: number; chargeKeys: readonly Hash[] },
): Promise<Map<Hash, PaidCharge>> {
  if (chargeKeys.length === 0) return new Map()
  const { rows } = await db.query<{
    charge_key: Hash
    tx_hash: Hash
    fee: string
    paid_at: string
  }>(
    `select charge_key, tx_hash, paid_at, coalesce(fee_units, 0)
       + div((units - coalesce(fee_units, 0)) * split_fee_bps, 10000) as fee
     from charge_receipts join payments using (merchant, receipt_id, chain_id)
     where chain_id = $1 and charge_key = any($2) and kind = 'charge' and state = 'confirmed'`,
    [chainId, chargeKeys],
  )
  return new Map(
    rows.map((row) => [
      row.charge_key,
      {
        transactionHash: row.tx_hash,
        feeUnits: toBaseUnits(row.fee),
        paidAt: toTime(row.paid_at),
      },
    ]),
  )
}

/** Lists the keys of charges that have only orphaned payments, in order, after one of them. */
export async function listOrphaned(
  db: Queryable,
  { chainId, after, limit }: { chainId: number; after: Hash | null; limit: number },
): Promise<Hash[]> {
  const { rows } = await db.query<{ charge_key: Hash }>(
    `select distinct charge_key
     from payments as lost join charge_receipts using (merchant, receipt_id, chain_id)
     where chain_id = $1 and lost.kind = 'charge' and lost.state = 'orphaned' and charge_key > $2
       and not exists (
         select from payments as paid
         where paid.merchant = lost.merchant and paid.receipt_id = lost.receipt_id
           and paid.kind = 'charge' and paid.state <> 'orphaned'
       )
     order by charge_key limit $3`,
    [chainId, after ?? '', limit],
  )
  return rows.map((row) => row.charge_key)
}

/** Marks the fees that spenders owed as claimed. A claim pays all that was owed before it. */
export async function markFeesClaimed(
  db: Queryable,
  { chainId, claims }: { chainId: number; claims: readonly Claimed[] },
): Promise<ReceiptRef[]> {
  if (claims.length === 0) return []
  const { rows } = await db.query<{ merchant: Address; receipt_id: string }>(
    `update payments as paid set fee_claimed_block = claim.block_number
     from unnest($2::text[], $3::bigint[], $4::int[]) as claim (spender, block_number, log_index)
       join charge_receipts as charge using (spender)
     where charge.chain_id = $1 and paid.chain_id = $1 and paid.merchant = charge.merchant
       and paid.receipt_id = charge.receipt_id and paid.kind = 'charge' and paid.state <> 'orphaned'
       and paid.fee_owed_units > 0 and paid.fee_claimed_block is null
       and (paid.block_number, paid.log_index) < (claim.block_number, claim.log_index)
     returning paid.merchant, paid.receipt_id`,
    [chainId, ...valuesOf(claims, ['spender', 'blockNumber', 'logIndex'])],
  )
  return rows.map((row) => ({ merchant: row.merchant, receiptId: row.receipt_id }))
}
