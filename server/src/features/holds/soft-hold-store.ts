import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { soldOutItems } from './read-model/sold-out-sql.js'

type ReceiptRef = { merchant: Address; receiptId: string }

/** Sets the end of a receipt's firm hold unless it is set already. */
export async function startFirmHold(
  db: Queryable,
  { merchant, receiptId, until }: ReceiptRef & { until: UnixMs },
): Promise<void> {
  await db.query(
    `update receipts set firm_until = coalesce(firm_until, $3)
     where merchant = $1 and id = $2`,
    [merchant, receiptId, until],
  )
}

/** Returns the ids of the sold-out items of an order without a key. */
export async function listSoldOutItems(
  db: Queryable,
  { merchant, receiptId }: ReceiptRef,
): Promise<string[]> {
  const { rows } = await db.query<{ item_id: string }>(
    `select sold_out.item_id
     from receipts r cross join lateral (${soldOutItems}) as sold_out
     where r.merchant = $1 and r.id = $2 order by sold_out.item_id`,
    [merchant, receiptId],
  )
  return rows.map(({ item_id }) => item_id)
}
