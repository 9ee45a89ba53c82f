import type { Address, Hash } from '../../../../lib/hex.js'
import type { Queryable } from '../../../../platform/db/db.js'
import type { ReceiptRef } from '../../payment.js'
import type { ChargeReceipt } from './charge-receipt.js'

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
      charges.map(({ chainId }) => chainId),
      charges.map(({ chargeKey }) => chargeKey),
      charges.map(({ merchant }) => merchant),
      charges.map(({ receiptId }) => receiptId),
      charges.map(({ feeAccount }) => feeAccount),
      charges.map(({ spender }) => spender),
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
