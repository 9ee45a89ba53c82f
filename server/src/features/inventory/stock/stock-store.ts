import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { WorkSource } from '../../../platform/jobs/work-poll.js'
import { insertChangesOf } from '../../../platform/live-changes/live-change-store.js'
import { recordKindChange } from '../../../platform/live-changes/record-live-change.js'
import type { Quantity } from './stock.js'

/** Tells open screens about the items in a table of a statement. */
const changesOf = (source: string) =>
  insertChangesOf(source, { kind: 'item', change: 'updated', id: 'item_id' })

type ReceiptKey = { merchant: Address; receiptId: string }
type NewHolds = ReceiptKey & { quantities: readonly Quantity[]; expiresAt: UnixMs }

/** Deletes a receipt's holds and returns their stock to sale. */
export async function deleteHolds(
  db: Queryable,
  { merchant, receiptId }: ReceiptKey,
): Promise<void> {
  await db.query(
    `with gone as (
       delete from stock_holds where merchant = $1 and receipt_id = $2
       returning merchant, item_id, qty
     ), followed as (${changesOf('gone')})
     update items set reserved_qty = greatest(0, reserved_qty - gone.qty)
     from gone where items.merchant = $1 and items.id = gone.item_id`,
    [merchant, receiptId],
  )
}

/**
 * Holds the items that a receipt has no hold on yet, where enough is free. Unlimited items get no
 * hold.
 */
export async function insertHolds(
  db: Queryable,
  { merchant, receiptId, quantities, expiresAt }: NewHolds,
): Promise<void> {
  await db.query(
    `with wanted as (
       select "itemId" as item_id, qty
       from jsonb_to_recordset($3::jsonb) as given ("itemId" text, qty numeric)
       where "itemId" not in (
         select item_id from stock_holds where merchant = $1 and receipt_id = $2
       )
     ), held as (
       update items set reserved_qty = reserved_qty + wanted.qty
       from wanted
       where items.merchant = $1 and items.id = wanted.item_id and items.stock_qty <> -1
         and items.stock_qty - items.reserved_qty >= wanted.qty
       returning items.merchant, items.id as item_id, wanted.qty
     ), followed as (${changesOf('held')})
     insert into stock_holds (merchant, receipt_id, item_id, qty, expires_at)
     select merchant, $2, item_id, qty, $4 from held`,
    [merchant, receiptId, JSON.stringify(quantities), expiresAt],
  )
}

/**
 * Holds the items that a receipt has no hold on yet, if enough of each is free, and returns whether
 * it was. Locks the items in the order of their ids, so that of several receipts only the first
 * gets the last pieces.
 */
export async function insertAllHolds(
  db: Queryable,
  { merchant, receiptId, quantities, expiresAt }: NewHolds,
): Promise<boolean> {
  const { rows } = await db.query<{ is_held: boolean }>(
    `with wanted as (
       select "itemId" as item_id, qty
       from jsonb_to_recordset($3::jsonb) as given ("itemId" text, qty numeric)
       where "itemId" not in (
         select item_id from stock_holds where merchant = $1 and receipt_id = $2
       )
     ), locked as (
       select id, stock_qty, reserved_qty from items
       where merchant = $1 and id in (select item_id from wanted) order by id for update
     ), short as (
       select wanted.item_id from wanted left join locked on locked.id = wanted.item_id
       where locked.id is null
         or (locked.stock_qty <> -1 and locked.stock_qty - locked.reserved_qty < wanted.qty)
     ), held as (
       update items set reserved_qty = items.reserved_qty + wanted.qty
       from wanted join locked on locked.id = wanted.item_id
       where items.merchant = $1 and items.id = locked.id and locked.stock_qty <> -1
         and not exists (select from short)
       returning items.merchant, items.id as item_id, wanted.qty
     ), kept as (
       insert into stock_holds (merchant, receipt_id, item_id, qty, expires_at)
       select merchant, $2, item_id, qty, $4 from held
     ), followed as (${changesOf('held')})
     select not exists (select from short) as is_held`,
    [merchant, receiptId, JSON.stringify(quantities), expiresAt],
  )
  return rows[0]?.is_held ?? false
}

/** Moves the end of a receipt's holds to a later time. */
export async function moveHolds(
  db: Queryable,
  { merchant, receiptId, expiresAt }: ReceiptKey & { expiresAt: UnixMs },
): Promise<void> {
  await db.query(
    `update stock_holds set expires_at = $3
     where merchant = $1 and receipt_id = $2 and expires_at < $3`,
    [merchant, receiptId, expiresAt],
  )
}

/** The sold items, and the pieces that were not in stock. */
type Sold = { items: string[]; short: Quantity[] }

/** Takes the items held for a receipt out of stock, in this version of the catalog. */
export async function sellHolds(
  db: Queryable,
  { merchant, receiptId, version }: ReceiptKey & { version: number },
): Promise<Sold> {
  const { rows } = await db.query<MissingRow>(
    `with gone as (
       delete from stock_holds where merchant = $1 and receipt_id = $2 returning item_id, qty
     ), held as (
       select id, stock_qty from items
       where merchant = $1 and id in (select item_id from gone) order by id for update
     ), sold as (
       update items set reserved_qty = greatest(0, items.reserved_qty - gone.qty),
         stock_qty =
           case items.stock_qty when -1 then -1 else greatest(0, items.stock_qty - gone.qty) end,
         version = $3
       from gone join held on held.id = gone.item_id
       where items.merchant = $1 and items.id = gone.item_id
     )
     select gone.item_id, case held.stock_qty
       when -1 then 0 else greatest(0, gone.qty - coalesce(held.stock_qty, 0)) end as missing
     from gone left join held on held.id = gone.item_id`,
    [merchant, receiptId, version],
  )
  return {
    items: rows.map(({ item_id }) => item_id),
    short: rows.map(toMissing).filter(({ qty }) => qty > 0),
  }
}

type MissingRow = { item_id: string; missing: string }

function toMissing(row: MissingRow): Quantity {
  return { itemId: row.item_id, qty: Number(row.missing) }
}

/**
 * Takes free stock, up to the available quantity, in this version of the catalog. Returns the
 * quantities that were not in stock.
 */
export async function sellFree(
  db: Queryable,
  {
    merchant,
    quantities,
    version,
  }: { merchant: Address; quantities: readonly Quantity[]; version: number },
): Promise<Quantity[]> {
  const { rows } = await db.query<MissingRow>(
    `with wanted as (
       select "itemId" as item_id, qty
       from jsonb_to_recordset($2::jsonb) as given ("itemId" text, qty numeric)
     ), held as (
       select id, stock_qty, greatest(0, stock_qty - reserved_qty) as free from items
       where merchant = $1 and id in (select item_id from wanted) order by id for update
     ), sold as (
       update items set version = $3,
         stock_qty = case items.stock_qty
           when -1 then -1 else items.stock_qty - least(held.free, wanted.qty) end
       from wanted join held on held.id = wanted.item_id
       where items.merchant = $1 and items.id = wanted.item_id
     )
     select wanted.item_id, wanted.qty - coalesce(held.free, 0) as missing
     from wanted left join held on held.id = wanted.item_id
     where held.id is null or (held.stock_qty <> -1 and held.free < wanted.qty)`,
    [merchant, JSON.stringify(quantities), version],
  )
  return rows.map(toMissing)
}

export const expiredStock: WorkSource = {
  topic: 'deadlines',
  sql: 'exists (select from stock_holds where expires_at <= $1)',
}

/**
 * Deletes a batch of expired holds and returns their stock to sale. Returns how many were deleted.
 */
export async function releaseExpired(
  db: Queryable,
  { now, limit }: { now: UnixMs; limit: number },
): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `with due as (
       select merchant, receipt_id, item_id from stock_holds
       where expires_at <= $1 order by expires_at limit $2 for update skip locked
     ), gone as (
       delete from stock_holds using due
       where stock_holds.merchant = due.merchant and stock_holds.receipt_id = due.receipt_id
         and stock_holds.item_id = due.item_id
       returning stock_holds.merchant, stock_holds.item_id, stock_holds.qty
     ), sums as (
       select merchant, item_id, sum(qty) as qty from gone group by merchant, item_id
     ), released as (
       update items set reserved_qty = greatest(0, reserved_qty - sums.qty)
       from sums where items.merchant = sums.merchant and items.id = sums.item_id
     ), followed as (${changesOf('sums')})
     select count(*) as count from gone`,
    [now, limit],
  )
  return Number(rows[0]?.count ?? 0)
}

/** Releases all stock that a merchant's receipts hold. */
export async function deleteAllHolds(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from stock_holds where merchant = $1', [merchant])
  await db.query('update items set reserved_qty = 0 where merchant = $1 and reserved_qty <> 0', [
    merchant,
  ])
  await recordKindChange(db, { merchant, kind: 'item' })
}

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
