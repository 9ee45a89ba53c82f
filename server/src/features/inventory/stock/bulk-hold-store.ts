import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { insertChangesOf } from '../../../platform/live-changes/live-change-store.js'
import type { Quantity } from './stock.js'

export type ItemRef = { merchant: Address; itemId: string }

/** Identifies an item among those of all merchants. */
export function keyOf({ merchant, itemId }: ItemRef): string {
  return `${merchant} ${itemId}`
}

/**
 * Locks items in the order of their ids. Returns the free stock of those with limited stock, by
 * key.
 */
export async function lockAvailable(
  db: Queryable,
  items: readonly ItemRef[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ merchant: Address; id: string; available: string }>(
    `with wanted as materialized (
       select distinct merchant, "itemId" as id
       from jsonb_to_recordset($1::jsonb) as given (merchant text, "itemId" text)
       order by merchant, id
     )
     select locked.* from wanted cross join lateral (
       select merchant, id, stock_qty - reserved_qty as available from items
       where items.merchant = wanted.merchant and items.id = wanted.id and stock_qty <> -1
       for update
     ) as locked`,
    [JSON.stringify(items)],
  )
  return new Map(
    rows.map(({ merchant, id, available }) => [keyOf({ merchant, itemId: id }), Number(available)]),
  )
}

/** Holds locked items for receipts. */
export async function insertManyHolds(
  db: Queryable,
  holds: readonly (ItemRef & Quantity & { receiptId: string; until: UnixMs })[],
): Promise<void> {
  if (holds.length === 0) return
  await db.query(
    `with given as (
       select merchant, "receiptId" as receipt_id, "itemId" as item_id, qty, until
       from jsonb_to_recordset($1::jsonb) as given (
         merchant text, "receiptId" text, "itemId" text, qty numeric, until bigint
       )
     ), held as (
       update items set reserved_qty = reserved_qty + taken.qty
       from (
         select merchant, item_id, sum(qty) as qty from given group by merchant, item_id
       ) as taken
       where items.merchant = taken.merchant and items.id = taken.item_id
     ), followed as (
       ${insertChangesOf('given', { kind: 'item', change: 'updated', id: 'item_id' })}
     )
     insert into stock_holds (merchant, receipt_id, item_id, qty, expires_at)
     select merchant, receipt_id, item_id, qty, until from given`,
    [JSON.stringify(holds)],
  )
}
