import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptRef } from '../payment.js'

/** A transaction that a buyer says pays a receipt. It says where to look and proves nothing. */
export type AnnouncedTransaction = ReceiptRef & { hash: Hash; createdAt: UnixMs }

/** The outcome of looking it up on chain; `lost` when it was in no block for too long. */
export type AnnouncedState = 'open' | 'paying' | 'reverted' | 'unrelated' | 'lost'

/**
 * Records an announced transaction unless the receipt already has `atMost`. Returns false when it has; recording the
 * same transaction again always succeeds. The caller locks the receipt, so that the count is exact.
 */
export async function insertAnnounced(
  db: Queryable,
  input: ReceiptRef & { hash: Hash; now: UnixMs; atMost: number },
): Promise<boolean> {
  const { merchant, receiptId, hash, now, atMost } = input
  const { rows } = await db.query<{ is_kept: boolean }>(
    `with known as (
       select tx_hash from payment_hints where merchant = $1 and receipt_id = $2
     ), added as (
       insert into payment_hints (merchant, receipt_id, tx_hash, created_at, state)
       select $1, $2, $3, $4, 'open' where (select count(*) from known) < $5
       on conflict (merchant, receipt_id, tx_hash) do nothing
       returning tx_hash
     )
     select exists (select from added) or exists (select from known where tx_hash = $3) as is_kept`,
    [merchant, receiptId, hash, now, atMost],
  )
  return rows[0]?.is_kept ?? false
}

/** Lists announced transactions that have no outcome yet, newest first. */
export async function listOpen(db: Queryable, limit: number): Promise<AnnouncedTransaction[]> {
  const { rows } = await db.query<{
    merchant: Address
    receipt_id: string
    tx_hash: Hash
    created_at: string
  }>(
    `select merchant, receipt_id, tx_hash, created_at from payment_hints
     where state = 'open' order by created_at desc limit $1`,
    [limit],
  )
  return rows.map((row) => ({
    merchant: row.merchant,
    receiptId: row.receipt_id,
    hash: row.tx_hash,
    createdAt: toTime(row.created_at),
  }))
}

/** Saves the outcome. Returns false when another process saved one first. */
export async function resolveAnnounced(
  db: Queryable,
  {
    announced,
    state,
    payer,
    units,
  }: {
    announced: AnnouncedTransaction
    state: AnnouncedState
    payer: Address | null
    units: bigint
  },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payment_hints set state = $4, payer = $5, units = $6
     where merchant = $1 and receipt_id = $2 and tx_hash = $3 and state = 'open'`,
    [announced.merchant, announced.receiptId, announced.hash, state, payer, units],
  )
  return rowCount === 1
}
