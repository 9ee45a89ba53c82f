import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import {
  type RefundRow,
  refundsOf,
  toRefund,
  toStoredRefundLine,
} from '../../receipts/read-model/history-sql.js'
import type { Refund, RefundRef } from '../../receipts/receipt.js'

const columns = `receipt_id, id, usd_cents, buyer, is_credit, items, transaction_hash, reason, restock, token,
  units, confirmed_at, made_by, created_at, lines`

/** Returns the refunds of a receipt, oldest first. */
export async function listRefunds(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<Refund[]> {
  const { rows } = await db.query<{ refunds: RefundRow[] | null }>(
    `select ${refundsOf('r')} as refunds from (select $1::text as merchant, $2::text as id) as r`,
    [merchant, receiptId],
  )
  return (rows[0]?.refunds ?? []).map(toRefund)
}

export async function insertRefund(
  db: Queryable,
  { merchant, receiptId, refund }: { merchant: Address; receiptId: string; refund: Refund },
): Promise<void> {
  await db.query(
    `insert into refunds (merchant, ${columns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      merchant,
      receiptId,
      refund.id,
      refund.usdCents,
      refund.buyer,
      refund.isCredit,
      JSON.stringify(refund.items),
      refund.transactionHash,
      refund.reason,
      refund.restock,
      refund.paidIn?.token ?? null,
      refund.paidIn?.units ?? null,
      refund.confirmedAt,
      refund.by,
      refund.createdAt,
      refund.lines && JSON.stringify(refund.lines.map(toStoredRefundLine)),
    ],
  )
}

/**
 * Sets when a refund was confirmed on chain, or null when a reorganization undid it. Returns the
 * ledger revision after the change, or null when nothing changed.
 */
export async function updateConfirmed(
  db: Queryable,
  { merchant, receiptId, id, confirmedAt }: RefundRef & { confirmedAt: UnixMs | null },
): Promise<{ ledgerRevision: number; transactionHash: string | null } | null> {
  const { rows } = await db.query<{ ledger_revision: number; transaction_hash: string | null }>(
    `update refunds set confirmed_at = $4, ledger_revision = ledger_revision + 1
     where merchant = $1 and receipt_id = $2 and id = $3
       and (confirmed_at is null) <> ($4::bigint is null)
     returning ledger_revision, transaction_hash`,
    [merchant, receiptId, id, confirmedAt],
  )
  const [row] = rows
  return row ? { ledgerRevision: row.ledger_revision, transactionHash: row.transaction_hash } : null
}
