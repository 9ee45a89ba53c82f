import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Quantity } from './stock.js'

/** Adds to stock in this version of the catalog. Skips unlimited and deleted items. */
export async function addStock(
  db: Queryable,
  input: { merchant: Address; returned: readonly Quantity[]; version: number },
): Promise<void> {
  await db.query(
    `with returned as (
       select "itemId" as item_id, sum(qty) as qty
       from jsonb_to_recordset($2::jsonb) as given ("itemId" text, qty numeric) group by "itemId"
     ), held as (
       select id from items
       where merchant = $1 and id in (select item_id from returned) and stock_qty <> -1
       order by id for update
     )
     update items set stock_qty = items.stock_qty + returned.qty, version = $3
     from returned join held on held.id = returned.item_id
     where items.merchant = $1 and items.id = held.id`,
    [input.merchant, JSON.stringify(input.returned), input.version],
  )
}
