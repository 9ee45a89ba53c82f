import type { Address } from '../../lib/hex.js'
import type { Batched } from '../../platform/batches.js'
import type { Queryable } from '../../platform/db/db.js'
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
>

/** Updates a receipt that the transaction has locked. */
export async function updateProgress(db: Queryable, progress: Progress): Promise<void> {
  await db.query(
    `update receipts set status = $3, failure_code = $4, is_paid_manually = $5, refunded_usd_cents = $6,
       updated_at = $7, transaction_hash = $8, transaction_at = $9, payment_token = $10,
       buyer_wallet = $11, mismatch = $12, payment_amount = $13, credit_returned_usd_cents = $14,
       expires_at = $15
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
    ],
  )
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
export const fullReceipts: Batched<ReceiptRef, FullReceipt | null> = {
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

/** Deletes a merchant's receipts with their timelines and refunds. Returns how many there were. */
export async function deleteReceipts(db: Queryable, merchant: Address): Promise<number> {
  await db.query('delete from timeline_entries where merchant = $1', [merchant])
  await db.query('delete from refunds where merchant = $1', [merchant])
  const { rowCount } = await db.query('delete from receipts where merchant = $1', [merchant])
  return rowCount
}
