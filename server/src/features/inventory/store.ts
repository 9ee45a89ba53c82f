import type { Address } from '../../lib/hex.js'
import { hashOfReference, referTo } from '../../lib/media-reference.js'
import type { Currency } from '../../lib/money.js'
import { toCentsOrNull, toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Item } from './item.js'

type ItemRow = {
  merchant: Address
  id: string
  sku: string
  name: string
  description: string
  category: string
  tags: string[]
  price_usd_cents: string | null
  price_cents: string | null
  currency: Currency | null
  price_includes_tax: boolean
  taxable: boolean
  stock_qty: string
  reserved_qty: string
  images: string[]
  industry_pack: string
  attributes: Record<string, unknown>
  active: boolean
  created_at: string
  updated_at: string
}

const columns = `merchant, id, sku, name, description, category, tags, price_usd_cents, price_cents,
  currency, price_includes_tax, taxable, stock_qty, reserved_qty, images, industry_pack, attributes,
  active, created_at, updated_at`

/** Returns the items that exist, in any order. */
export async function listItemsById(
  db: Queryable,
  { merchant, ids }: { merchant: Address; ids: readonly string[] },
): Promise<Item[]> {
  const { rows } = await db.query<ItemRow>(
    `select ${columns} from items where merchant = $1 and id = any($2)`,
    [merchant, ids],
  )
  return rows.map(toItem)
}

/** Returns the items that exist, in any order. */
export async function listItemsBySku(
  db: Queryable,
  { merchant, skus }: { merchant: Address; skus: readonly string[] },
): Promise<Item[]> {
  const { rows } = await db.query<ItemRow>(
    `select ${columns} from items where merchant = $1 and sku = any($2)`,
    [merchant, skus],
  )
  return rows.map(toItem)
}

/** Returns the items after a SKU, in SKU order. */
export async function listItemsAfter(
  db: Queryable,
  { merchant, sku, limit }: { merchant: Address; sku: string; limit: number },
): Promise<Item[]> {
  const { rows } = await db.query<ItemRow>(
    `select ${columns} from items where merchant = $1 and sku > $2 order by sku limit $3`,
    [merchant, sku, limit],
  )
  return rows.map(toItem)
}

/** Inserts items, or replaces those with the same ids. Reservations stay. */
export async function upsertItems(
  db: Queryable,
  { merchant, items, version }: { merchant: Address; items: readonly Item[]; version: number },
): Promise<void> {
  await db.query(
    `insert into items (
       merchant, id, sku, name, description, category, tags, price_usd_cents, price_cents, currency,
       price_includes_tax, taxable, stock_qty, images, industry_pack, attributes, active,
       created_at, updated_at, version
     )
     select $1, id, sku, name, description, category, tags, "priceUsdCents", "priceCents", currency,
       "priceIncludesTax", taxable, "stockQty", images, "industryPack", attributes,
       active, "createdAt", "updatedAt", $3
     from jsonb_to_recordset($2::jsonb) as given (
       id text, sku text, name text, description text, category text, tags text[],
       "priceUsdCents" bigint, "priceCents" bigint, currency text, "priceIncludesTax" boolean,
       taxable boolean, "stockQty" numeric, images text[], "industryPack" text,
       attributes jsonb, active boolean, "createdAt" bigint, "updatedAt" bigint
     )
     on conflict (merchant, id) do update
     set sku = excluded.sku, name = excluded.name, description = excluded.description,
       category = excluded.category, tags = excluded.tags, price_usd_cents = excluded.price_usd_cents,
       price_cents = excluded.price_cents, currency = excluded.currency,
       price_includes_tax = excluded.price_includes_tax, taxable = excluded.taxable,
       stock_qty = excluded.stock_qty, images = excluded.images,
       industry_pack = excluded.industry_pack, attributes = excluded.attributes,
       active = excluded.active, updated_at = excluded.updated_at, version = excluded.version`,
    [merchant, JSON.stringify(items.map(toRecord)), version],
  )
}

/** Deletes an item and records the deletion. */
export async function deleteItem(
  db: Queryable,
  {
    merchant,
    id,
    version,
    deletedAt,
  }: { merchant: Address; id: string; version: number; deletedAt: number },
): Promise<void> {
  await db.query(
    `with gone as (delete from items where merchant = $1 and id = $2 returning merchant, id)
     insert into deleted_items (merchant, id, version, deleted_at)
     select merchant, id, $3, $4 from gone`,
    [merchant, id, version, deletedAt],
  )
}

/** Removes records of items deleted before a time. Returns how many. */
export async function forgetDeleted(db: Queryable, before: number): Promise<number> {
  const { rowCount } = await db.query('delete from deleted_items where deleted_at < $1', [before])
  return rowCount
}

/** As text: JSON numbers cannot hold every bigint. */
function toRecord({ priceUsdCents, priceCents, ...item }: Item) {
  return {
    ...item,
    priceUsdCents: priceUsdCents?.toString() ?? null,
    priceCents: priceCents?.toString() ?? null,
  }
}

function toItem(row: ItemRow): Item {
  return {
    merchant: row.merchant,
    id: row.id,
    sku: row.sku,
    name: row.name,
    description: row.description,
    category: row.category,
    tags: row.tags,
    priceUsdCents: toCentsOrNull(row.price_usd_cents),
    priceCents: toCentsOrNull(row.price_cents),
    currency: row.currency,
    priceIncludesTax: row.price_includes_tax,
    taxable: row.taxable,
    stockQty: Number(row.stock_qty),
    reservedQty: Number(row.reserved_qty),
    images: row.images,
    industryPack: row.industry_pack,
    attributes: row.attributes,
    active: row.active,
    createdAt: toTime(row.created_at),
    updatedAt: toTime(row.updated_at),
  }
}

/** Returns the sizes of a merchant's largest items in bytes, the largest first. */
export async function listLargestSizes(
  db: Queryable,
  { merchant, limit }: { merchant: Address; limit: number },
): Promise<number[]> {
  const { rows } = await db.query<{ page_bytes: number }>(
    'select page_bytes from items where merchant = $1 order by page_bytes desc limit $2',
    [merchant, limit],
  )
  return rows.map((row) => row.page_bytes)
}

/** Returns those of these pictures that items show. Reads all items, so call it rarely. */
export async function listShownPictures(
  db: Queryable,
  hashes: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ image: string }>(
    `select distinct image from items cross join unnest(images) as image
     where images && $1::text[] and image = any($1)`,
    [hashes.map(referTo)],
  )
  return rows.flatMap(({ image }) => hashOfReference(image) ?? [])
}
