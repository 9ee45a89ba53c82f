import { type Address, checksumAddress, type Hash } from '../../lib/hex.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'

/** Lists the payments of receipts with the wallets that made them, oldest first. */
export async function listPayersOf(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
) {
  const { rows } = await db.query<{
    receipt_id: string
    chain_id: string
    tx_hash: Hash
    token: Address
    units: string
    payer: Address | null
    paid_at: string
  }>(
    `select receipt_id, chain_id, tx_hash, token, units, payer, paid_at from payments
     where merchant = $1 and receipt_id = any($2) and state <> 'orphaned' order by paid_at, tx_hash`,
    [merchant, receiptIds],
  )
  return rows.map((row) => ({
    receiptId: row.receipt_id,
    chainId: Number(row.chain_id),
    transactionHash: row.tx_hash,
    token: checksumAddress(row.token),
    units: row.units,
    payer: row.payer && checksumAddress(row.payer),
    paidAt: toTime(row.paid_at),
  }))
}
