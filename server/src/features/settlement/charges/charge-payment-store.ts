import type { Hash } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Maps the keys of charges with a confirmed payment to its transaction. */
export async function listConfirmed(
  db: Queryable,
  { chainId, chargeKeys }: { chainId: number; chargeKeys: readonly Hash[] },
): Promise<Map<Hash, Hash>> {
  if (chargeKeys.length === 0) return new Map()
  const { rows } = await db.query<{ charge_key: Hash; tx_hash: Hash }>(
    `select charge_key, tx_hash from charge_receipts join payments using (merchant, receipt_id, chain_id)
     where chain_id = $1 and charge_key = any($2) and kind = 'charge' and state = 'confirmed'`,
    [chainId, chargeKeys],
  )
  return new Map(rows.map((row) => [row.charge_key, row.tx_hash]))
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
