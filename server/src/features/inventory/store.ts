import type { Address } from '../../lib/hex.js'
import { hashOfReference, referTo } from '../../lib/media-reference.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { Item } from './item.js'

const itemColumns = defineColumns<Item>({
  merchant: 'text',
  id: 'text',
  sku: 'text',
  name: 'text',
  description: 'text',
  category: 'text',
  tags: 'texts',
  priceUsdCents: 'cents',
  priceCents: 'cents',
  currency: 'text',
  priceIncludesTax: 'boolean',
  taxable: 'boolean',
  stockQty: 'decimal',
  lowStockQty: 'decimal',
  reservedQty: 'decimal',
  images: 'texts',
  industryPack: 'text',
  attributes: 'json',
  parentSku: 'text',
  options: 'json',
  active: 'boolean',
  revision: 'int',
  createdAt: 'time',
  updatedAt: 'time',
})

const versionedColumns = itemColumns.with<{ catalogVersion: number }>({ catalogVersion: 'number' })

/** Returns the items that exist, in any order. */
export async function listItemsById(
  db: Queryable,
  { merchant, ids }: { merchant: Address; ids: readonly string[] },
): Promise<Item[]> {
  return itemColumns.list(
    db,
    `select ${itemColumns.fields} from items where merchant = $1 and id = any($2)`,
    [merchant, ids],
  )
}

/**
 * Returns the same, and the version of the catalog that they are of; null when none of them
 * exists.
 */
export async function listItemsWithVersion(
  db: Queryable,
  { merchant, ids }: { merchant: Address; ids: readonly string[] },
): Promise<{ items: Item[]; version: number | null }> {
  const items = await versionedColumns.list(
    db,
    `select ${versionedColumns.fields} from items
     join (select version as catalog_version from catalogs where merchant = $1) as catalog on true
     where merchant = $1 and id = any($2)`,
    [merchant, ids],
  )
  return {
    items: items.map(({ catalogVersion: _, ...item }) => item),
    version: items[0]?.catalogVersion ?? null,
  }
}

/** Returns the items that exist, in any order. */
export async function listItemsBySku(
  db: Queryable,
  { merchant, skus }: { merchant: Address; skus: readonly string[] },
): Promise<Item[]> {
  return itemColumns.list(
    db,
    `select ${itemColumns.fields} from items where merchant = $1 and sku = any($2)`,
    [merchant, skus],
  )
}

/** Returns the variants of a product, and the item that has its SKU, in SKU order. */
export async function listSiblings(
  db: Queryable,
  { merchant, parentSku, limit }: { merchant: Address; parentSku: string; limit: number },
): Promise<Item[]> {
  return itemColumns.list(
    db,
    `select ${itemColumns.fields} from items
     where merchant = $1 and active and (parent_sku = $2 or sku = $2) order by sku limit $3`,
    [merchant, parentSku, limit],
  )
}

/** Returns the categories of items for sale, those with the most items first. */
export async function listCategories(
  db: Queryable,
  { merchant, limit }: { merchant: Address; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ category: string }>(
    `select category from items where merchant = $1 and active and category <> ''
     group by category order by count(*) desc, category limit $2`,
    [merchant, limit],
  )
  return rows.map(({ category }) => category)
}

type NamedCount = { name: string; items: number }

/** Counts the items of a merchant by category, tag and stock. */
export async function countItems(db: Queryable, merchant: Address) {
  const limit = 100
  const { rows } = await db.query<{ items: number; active: number; low: number; out: number }>(
    `select count(*)::int as items, count(*) filter (where active)::int as active,
       count(*) filter (where stock_qty >= 0 and stock_qty <= low_stock_qty)::int as low,
       count(*) filter (where stock_qty = 0)::int as out
     from items where merchant = $1`,
    [merchant],
  )
  const categories = await db.query<NamedCount>(
    `select category as name, count(*)::int as items from items
     where merchant = $1 and category <> ''
     group by category order by count(*) desc, category limit $2`,
    [merchant, limit],
  )
  const tags = await db.query<NamedCount>(
    `select tag as name, count(*)::int as items from items cross join unnest(tags) as tag
     where merchant = $1 group by tag order by count(*) desc, tag limit $2`,
    [merchant, limit],
  )
  const { items = 0, active = 0, low = 0, out = 0 } = rows[0] ?? {}
  return { items, active, low, out, categories: categories.rows, tags: tags.rows }
}

/** Returns the items after a SKU, in SKU order. */
export async function listItemsAfter(
  db: Queryable,
  { merchant, sku, limit }: { merchant: Address; sku: string; limit: number },
): Promise<Item[]> {
  return itemColumns.list(
    db,
    `select ${itemColumns.fields} from items where merchant = $1 and sku > $2 order by sku limit $3`,
    [merchant, sku, limit],
  )
}

export type VariantRow = Pick<Item, 'id' | 'sku' | 'parentSku' | 'options'>

const variantColumns = defineColumns<VariantRow>({
  id: 'text',
  sku: 'text',
  parentSku: 'text',
  options: 'json',
})

/** Returns the items with these SKUs, and the variants that name one of these parents. */
export async function listVariantRows(
  db: Queryable,
  input: { merchant: Address; skus: readonly string[]; parentSkus: readonly string[] },
): Promise<VariantRow[]> {
  const { merchant, skus, parentSkus } = input
  return variantColumns.list(
    db,
    `select ${variantColumns.fields} from items where merchant = $1 and sku = any($2)
     union select ${variantColumns.fields} from items where merchant = $1 and parent_sku = any($3)`,
    [merchant, skus, parentSkus],
  )
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
       created_at, updated_at, version, revision, low_stock_qty,
       parent_sku, options
     )
     select $1, id, sku, name, description, category, tags, "priceUsdCents", "priceCents", currency,
       "priceIncludesTax", taxable, "stockQty", images, "industryPack", attributes,
       active, "createdAt", "updatedAt", $3, revision, "lowStockQty", "parentSku",
       options
     from jsonb_to_recordset($2::jsonb) as given (
       id text, sku text, name text, description text, category text, tags text[],
       "priceUsdCents" bigint, "priceCents" bigint, currency text, "priceIncludesTax" boolean,
       taxable boolean, "stockQty" numeric, images text[], "industryPack" text,
       attributes jsonb, active boolean, "createdAt" bigint, "updatedAt" bigint,
       revision integer, "lowStockQty" numeric, "parentSku" text, options jsonb
     )
     on conflict (merchant, id) do update
     set sku = excluded.sku, name = excluded.name, description = excluded.description,
       category = excluded.category, tags = excluded.tags, price_usd_cents = excluded.price_usd_cents,
       price_cents = excluded.price_cents, currency = excluded.currency,
       price_includes_tax = excluded.price_includes_tax, taxable = excluded.taxable,
       stock_qty = excluded.stock_qty, images = excluded.images,
       industry_pack = excluded.industry_pack, attributes = excluded.attributes,
       active = excluded.active, updated_at = excluded.updated_at, version = excluded.version,
       revision = excluded.revision, low_stock_qty = excluded.low_stock_qty,
       parent_sku = excluded.parent_sku, options = excluded.options`,
    [merchant, JSON.stringify(items.map(toRecord)), version],
  )
}

/** Deletes an item and records the deletion. */
export async function deleteItem(
  db: Queryable,
  input: { merchant: Address; id: string; version: number; deletedAt: number },
): Promise<void> {
  const { merchant, id, version, deletedAt } = input
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
