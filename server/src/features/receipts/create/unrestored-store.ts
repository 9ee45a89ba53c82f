import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'

export type ReceiptRef = { merchant: Address; receiptId: string }

/** Remembers that a paid receipt lacks its items. */
export async function insertWithoutItems(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<void> {
  await db.query(
    'insert into sales_without_items (merchant, receipt_id) values ($1, $2) on conflict do nothing',
    [merchant, receiptId],
  )
}

export async function listWithoutItems(db: Queryable, limit: number): Promise<ReceiptRef[]> {
  const { rows } = await db.query<{ merchant: Address; receipt_id: string }>(
    'select merchant, receipt_id from sales_without_items limit $1',
    [limit],
  )
  return rows.map((row) => ({ merchant: row.merchant, receiptId: row.receipt_id }))
}

export async function deleteWithoutItems(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<void> {
  await db.query('delete from sales_without_items where merchant = $1 and receipt_id = $2', [
    merchant,
    receiptId,
  ])
}
