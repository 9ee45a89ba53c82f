import type { Address } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import { recordLiveChange } from '../../../platform/live-changes/record-live-change.js'
import {
  type RefundRow,
  refundsOf,
  type StoredRefundLine,
  toRefund,
  toStoredRefundLine,
} from '../../receipts/read-model/history-sql.js'
import type { Refund, RefundRef } from '../../receipts/receipt.js'

type StoredRefund = RefundRef &
  Omit<Refund, 'lines' | 'paidIn'> & {
    lines: StoredRefundLine[] | null
    token: Address | null
    units: BaseUnits | null
  }

const columns = defineColumns<StoredRefund>({
  merchant: 'text',
  receiptId: 'text',
  id: 'text',
  usdCents: 'cents',
  buyer: 'text',
  isCredit: 'boolean',
  items: 'json',
  transactionHash: 'text',
  reason: 'text',
  restock: 'boolean',
  token: 'text',
  units: 'units',
  confirmedAt: 'time',
  by: { kind: 'text', name: 'made_by' },
  createdAt: 'time',
  lines: 'json',
})

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
    `insert into refunds (${columns.names}) values (${columns.placeholders})`,
    columns.paramsOf({
      ...refund,
      merchant,
      receiptId,
      token: refund.paidIn?.token ?? null,
      units: refund.paidIn?.units ?? null,
      lines: refund.lines?.map(toStoredRefundLine) ?? null,
    }),
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
  const { rows } = await db.query<{ ledgerRevision: number; transactionHash: string | null }>(
    `update refunds set confirmed_at = $4, ledger_revision = ledger_revision + 1
     where merchant = $1 and receipt_id = $2 and id = $3
       and (confirmed_at is null) <> ($4::bigint is null)
     returning ledger_revision as "ledgerRevision", transaction_hash as "transactionHash"`,
    [merchant, receiptId, id, confirmedAt],
  )
  await recordLiveChange(db, { merchant, kind: 'receipt', id: receiptId })
  return rows[0] ?? null
}

/** Erases the reasons of refunds. Returns how many had one. The wallets that received them stay. */
export async function eraseReasons(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
): Promise<number> {
  const { rowCount } = await db.query(
    `update refunds set reason = null
     where merchant = $1 and receipt_id = any($2) and reason is not null`,
    [merchant, receiptIds],
  )
  return rowCount
}

/** Deletes the refunds of a merchant. */
export async function deleteRefunds(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from refunds where merchant = $1', [merchant])
}
