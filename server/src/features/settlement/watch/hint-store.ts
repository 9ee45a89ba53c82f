import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** A transaction that a buyer says is about a receipt. */
export type Hint = { merchant: Address; receiptId: string; hash: Hash; createdAt: UnixMs }

/** What became of a hint: see the table. */
export type HintState = 'open' | 'paying' | 'reverted' | 'unrelated' | 'lost'

/** Hints that nobody has an answer to yet, the newest first. */
export async function listOpenHints(db: Queryable, limit: number): Promise<Hint[]> {
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

/** False when somebody else has answered it. */
export async function answerHint(
  db: Queryable,
  {
    hint,
    state,
    payer,
    units,
  }: { hint: Hint; state: HintState; payer: Address | null; units: bigint },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payment_hints set state = $4, payer = $5, units = $6
     where merchant = $1 and receipt_id = $2 and tx_hash = $3 and state = 'open'`,
    [hint.merchant, hint.receiptId, hint.hash, state, payer, units],
  )
  return rowCount === 1
}
