import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Quantity } from '../inventory/stock/stock.js'

export type ReceiptRef = { merchant: Address; receiptId: string }

/** Replaces the pieces that a receipt sold although they were not in stock. */
export async function saveOversold(
  db: Queryable,
  { merchant, receiptId, oversold }: ReceiptRef & { oversold: readonly Quantity[] },
): Promise<void> {
  await db.query('delete from oversold_items where merchant = $1 and receipt_id = $2', [
    merchant,
    receiptId,
  ])
  if (oversold.length === 0) return
  await db.query(
    `insert into oversold_items (merchant, receipt_id, item_id, qty)
     select $1, $2, "itemId", qty
     from jsonb_to_recordset($3::jsonb) as given ("itemId" text, qty numeric)`,
    [merchant, receiptId, JSON.stringify(oversold)],
  )
}

/** Lists the pieces that a receipt sold although they were not in stock. */
export async function listOversoldItems(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<Quantity[]> {
  const { rows } = await db.query<{ item_id: string; qty: string }>(
    'select item_id, qty from oversold_items where merchant = $1 and receipt_id = $2',
    [merchant, receiptId],
  )
  return rows.map((row) => ({ itemId: row.item_id, qty: Number(row.qty) }))
}
