import type { Address } from '../../../lib/hex.js'
import type { Currency } from '../../../lib/money.js'
import { toCentsOrNull, toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { IndexedItem } from './item-columns.js'

type IndexedRow = {
  id: string
  sku: string
  name: string
  description: string
  category: string
  tags: string[]
  price_usd_cents: string | null
  price_cents: string | null
  currency: Currency | null
  taxable: boolean
  stock_qty: string
  industry_pack: string
  active: boolean
  updated_at: string
}

const columns = `id, sku, name, description, category, tags, price_usd_cents, price_cents, currency,
  taxable, stock_qty, industry_pack, active, updated_at`

/** Returns the items after an id, in id order. */
export async function listIndexedAfter(
  db: Queryable,
  { merchant, id, limit }: { merchant: Address; id: string; limit: number },
): Promise<IndexedItem[]> {
  const { rows } = await db.query<IndexedRow>(
    `select ${columns} from items where merchant = $1 and id > $2 order by id limit $3`,
    [merchant, id, limit],
  )
  return rows.map(toIndexed)
}

/** A position in the order of changes. */
export type ChangePlace = { version: number; id: string }

/** Returns the items changed after a position, in the order of their changes. */
export async function listIndexedSince(
  db: Queryable,
  { merchant, after, limit }: { merchant: Address; after: ChangePlace; limit: number },
): Promise<{ items: IndexedItem[]; last: ChangePlace }> {
  const { rows } = await db.query<IndexedRow & { version: string }>(
    `select ${columns}, version from items
     where merchant = $1 and (version, id) > ($2, $3) order by version, id limit $4`,
    [merchant, after.version, after.id, limit],
  )
  const last = rows.at(-1)
  return {
    items: rows.map(toIndexed),
    last: last ? { version: Number(last.version), id: last.id } : after,
  }
}

/** Returns the ids of items deleted after a version. Complete for versions of the last day. */
export async function listDeletedSince(
  db: Queryable,
  { merchant, version }: { merchant: Address; version: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from deleted_items where merchant = $1 and version > $2',
    [merchant, version],
  )
  return rows.map(({ id }) => id)
}

function toIndexed(row: IndexedRow): IndexedItem {
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    description: row.description,
    category: row.category,
    tags: row.tags,
    priceUsdCents: toCentsOrNull(row.price_usd_cents),
    priceCents: toCentsOrNull(row.price_cents),
    currency: row.currency,
    taxable: row.taxable,
    active: row.active,
    stockQty: Number(row.stock_qty),
    industryPack: row.industry_pack,
    updatedAt: toTime(row.updated_at),
  }
}
