import { type Address, checksumAddress, type Hash } from '../../lib/hex.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { DataSubject } from '../../platform/personal-data.js'

type Receipts = Pick<DataSubject, 'merchant' | 'receiptIds' | 'otherWallets'>

type PaidRow = {
  chain_id: string
  tx_hash: Hash
  token: Address
  units: string
  payer: Address | null
  paid_at: string
}

/** Lists the payments of receipts with their payers, oldest first, without those of others. */
export async function listPayersOf(
  db: Queryable,
  { merchant, receiptIds, otherWallets }: Receipts,
) {
  const { rows } = await db.query<PaidRow & { receipt_id: string }>(
    `select receipt_id, chain_id, tx_hash, token, units, payer, paid_at from payments
     where merchant = $1 and receipt_id = any($2) and state <> 'orphaned'
       and coalesce(payer, '') <> all($3)
     order by paid_at, tx_hash`,
    [merchant, receiptIds, otherWallets],
  )
  return rows.map((row) => ({ receiptId: row.receipt_id, ...describePaid(row) }))
}

/** Lists the transactions announced for receipts, oldest first, without those of others. */
export async function listAnnouncedBy(
  db: Queryable,
  { merchant, receiptIds, otherWallets }: Receipts,
) {
  const { rows } = await db.query<{
    receipt_id: string
    tx_hash: Hash
    payer: Address | null
    created_at: string
  }>(
    `select receipt_id, tx_hash, payer, created_at from announced_transactions
     where merchant = $1 and receipt_id = any($2) and coalesce(payer, '') <> all($3)
     order by created_at, tx_hash`,
    [merchant, receiptIds, otherWallets],
  )
  return rows.map((row) => ({
    receiptId: row.receipt_id,
    transactionHash: row.tx_hash,
    payer: row.payer && checksumAddress(row.payer),
    announcedAt: toTime(row.created_at),
  }))
}

/** Lists the newest payments that a wallet made directly to a merchant's split. */
export async function listDirectOf(
  db: Queryable,
  { merchant, payer, limit }: { merchant: Address; payer: Address | null; limit: number },
) {
  const { rows } = await db.query<PaidRow>(
    `select chain_id, tx_hash, token, units, payer, paid_at from direct_payments
     where merchant = $1 and payer = $2 and state <> 'orphaned'
     order by paid_at desc, tx_hash limit $3`,
    [merchant, payer, limit],
  )
  return rows.map(describePaid)
}

function describePaid(row: PaidRow) {
  return {
    chainId: Number(row.chain_id),
    transactionHash: row.tx_hash,
    token: checksumAddress(row.token),
    units: row.units,
    payer: row.payer && checksumAddress(row.payer),
    paidAt: toTime(row.paid_at),
  }
}
