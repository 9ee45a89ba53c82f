import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { BatchOperation } from '../../platform/batches.js'
import { deleteDeposits } from '../../platform/chain/deposits/deposit-store.js'
import { toTimeOrNull } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import {
  recordKindChange,
  recordLiveChange,
  recordLiveChanges,
} from '../../platform/live-changes/record-live-change.js'
import type { FullReceipt } from './read/describe-receipt.js'
import { type HistoryRow, historyColumns, toHistory } from './read-model/history-sql.js'
import type { Receipt } from './receipt.js'
import {
  type ReceiptRow,
  receiptColumns,
  type ShownRow,
  shownColumns,
  toReceipt,
  toShownReceipt,
} from './receipt-sql.js'
import { deleteUnpaidDays } from './unpaid/unpaid-days-store.js'
import { noteUnpaidChange } from './unpaid/unpaid-sql.js'
import { inWantedOrder, type ReceiptRef, wantedParams, wantedReceipts } from './wanted-sql.js'

/** The fields of a receipt that change after its creation. */
export type Progress = Pick<
  Receipt,
  | 'merchant'
  | 'id'
  | 'status'
  | 'failureCode'
  | 'isPaidManually'
  | 'refundedUsdCents'
  | 'creditReturnedUsdCents'
  | 'expiresAt'
  | 'updatedAt'
  | 'transactionHash'
  | 'transactionAt'
  | 'paymentToken'
  | 'paymentAmount'
  | 'buyerWallet'
  | 'mismatch'
  | 'onramp'
>

export async function updateRefundDue(
  db: Queryable,
  { merchant, id, refundDue }: Pick<Receipt, 'merchant' | 'id'> & { refundDue: boolean },
): Promise<void> {
  await db.query(
    `update receipts set refund_due = $3, archived_at = case when $3 then null else archived_at end
     where merchant = $1 and id = $2`,
    [merchant, id, refundDue],
  )
  await recordLiveChange(db, { merchant, kind: 'receipt', id })
}

/** Updates a receipt that the transaction has locked. */
export async function updateProgress(db: Queryable, progress: Progress): Promise<void> {
  await db.query(
    `with noted as (${noteUnpaidChange({ status: '$3::text', totalUsdCents: 'total_usd_cents' })})
     update receipts set status = $3, failure_code = $4, is_paid_manually = $5, refunded_usd_cents = $6,
       updated_at = $7, transaction_hash = $8, transaction_at = $9, payment_token = $10,
       buyer_wallet = $11, mismatch = $12, payment_amount = $13, credit_returned_usd_cents = $14,
       expires_at = $15, onramp_session_id = $16, is_onramp_session_unique = $17,
       onramp_source_usd_cents = $18
     where merchant = $1 and id = $2`,
    [
      progress.merchant,
      progress.id,
      progress.status,
      progress.failureCode,
      progress.isPaidManually,
      progress.refundedUsdCents,
      progress.updatedAt,
      progress.transactionHash,
      progress.transactionAt,
      progress.paymentToken,
      progress.buyerWallet,
      progress.mismatch,
      progress.paymentAmount,
      progress.creditReturnedUsdCents,
      progress.expiresAt,
      progress.onramp?.sessionId ?? null,
      progress.onramp?.isUnique ?? false,
      progress.onramp?.sourceUsdCents ?? null,
    ],
  )
  await recordLiveChange(db, { merchant: progress.merchant, kind: 'receipt', id: progress.id })
}

export async function findReceipt(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<Receipt | null> {
  const { rows } = await db.query<ReceiptRow>(
    `select ${receiptColumns} from receipts where merchant = $1 and id = $2`,
    [merchant, id],
  )
  return rows[0] ? toReceipt(rows[0]) : null
}

/** Returns a receipt and locks it until the transaction ends. */
export async function findReceiptForUpdate(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<Receipt | null> {
  const { rows } = await db.query<ReceiptRow>(
    `select ${receiptColumns} from receipts where merchant = $1 and id = $2 for update`,
    [merchant, id],
  )
  return rows[0] ? toReceipt(rows[0]) : null
}

/** Finds receipts with their timelines and refunds, together with those of other requests. */
export const fullReceipts: BatchOperation<ReceiptRef, FullReceipt | null> = {
  async run(db, refs) {
    const { rows } = await db.query<ShownRow & HistoryRow & { place: string }>(
      `select place, ${shownColumns}, ${historyColumns} from ${wantedReceipts}`,
      wantedParams(refs),
    )
    return inWantedOrder(refs, rows, (row) => ({
      receipt: toShownReceipt(row),
      history: toHistory(row),
    }))
  },
}

/** Sets the end of a receipt's firm hold unless it is set already. */
export async function startFirmHold(
  db: Queryable,
  { merchant, id, until }: { merchant: Address; id: string; until: UnixMs },
): Promise<void> {
  await db.query(
    `update receipts set firm_until = coalesce(firm_until, $3)
     where merchant = $1 and id = $2`,
    [merchant, id, until],
  )
}

type ReceiptIds = { merchant: Address; ids: readonly string[] }

/** Returns receipts that exist, and locks them until the transaction ends. */
export async function lockArchivable(
  db: Queryable,
  { merchant, ids }: ReceiptIds,
): Promise<Pick<Receipt, 'id' | 'archivedAt'>[]> {
  const { rows } = await db.query<{ id: string; archived_at: string | null }>(
    // In one order, so that two requests for the same receipts cannot wait for each other.
    `select id, archived_at from receipts where merchant = $1 and id = any($2)
     order by id for update`,
    [merchant, ids],
  )
  return rows.map(({ id, archived_at }) => ({ id, archivedAt: toTimeOrNull(archived_at) }))
}

/** Updates receipts that the transaction has locked. */
export async function updateArchivedAt(
  db: Queryable,
  { merchant, ids, archivedAt }: ReceiptIds & { archivedAt: UnixMs | null },
): Promise<void> {
  await db.query('update receipts set archived_at = $3 where merchant = $1 and id = any($2)', [
    merchant,
    ids,
    archivedAt,
  ])
  await recordLiveChanges(db, { merchant, kind: 'receipt', ids })
}

/** Deletes a merchant's receipts with their timelines, comments and deposits. Returns how many there were. */
export async function deleteReceipts(db: Queryable, merchant: Address): Promise<number> {
  await db.query('delete from timeline_entries where merchant = $1', [merchant])
  await deleteDeposits(db, merchant)
  const { rowCount } = await db.query('delete from receipts where merchant = $1', [merchant])
  await deleteUnpaidDays(db, merchant)
  await recordKindChange(db, { merchant, kind: 'receipt' })
  return rowCount
}
