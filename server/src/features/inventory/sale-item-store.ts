import type { Address } from '../../lib/hex.js'
import type { Cents, Currency } from '../../lib/money.js'
import { toCentsOrNull } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { SaleItem } from './item.js'

type SaleItemRow = {
  id: string
  sku: string
  name: string
  price_usd_cents: string | null
  price_cents: string | null
  currency: Currency | null
  price_includes_tax: boolean
  taxable: boolean
  version: string
  available: string | null
  thumb: string | null
}

const columns = `id, sku, name, price_usd_cents, price_cents, currency, price_includes_tax, taxable,
  version, case when stock_qty <> -1 then stock_qty - reserved_qty end as available, (
    select image from unnest(images) with ordinality as listed (image, place)
    where image like 'media:%' order by place limit 1
  ) as thumb`

/** Returns the active items with these ids or SKUs, in any order. */
export async function listSaleItems(
  db: Queryable,
  { merchant, ids, skus }: { merchant: Address; ids: readonly string[]; skus: readonly string[] },
): Promise<SaleItem[]> {
  const { rows } = await db.query<SaleItemRow>(
    `select ${columns} from items
     where merchant = $1 and active and (id = any($2) or sku = any($3))`,
    [merchant, ids, skus],
  )
  return rows.map(toSaleItem)
}

/** Returns the active items after a SKU, in SKU order. */
export async function listSaleItemsAfter(
  db: Queryable,
  { merchant, sku, limit }: { merchant: Address; sku: string; limit: number },
): Promise<SaleItem[]> {
  const { rows } = await db.query<SaleItemRow>(
    `select ${columns} from items where merchant = $1 and active and sku > $2 order by sku limit $3`,
    [merchant, sku, limit],
  )
  return rows.map(toSaleItem)
}

/**
 * Returns one SKU per merchant, of an active item with a piece in stock that costs `minCents` or
 * more. Null without one. Prefers items whose price needs no exchange rate.
 */
export async function listSampleSkus(
  db: Queryable,
  { merchants, minCents }: { merchants: readonly Address[]; minCents: Cents },
): Promise<{ merchant: Address; sku: string | null }[]> {
  const isForSale = `items.merchant = given.merchant and active
    and (stock_qty = -1 or stock_qty - reserved_qty >= 1) and coalesce(price_usd_cents, price_cents) >= $2`
  const { rows } = await db.query<{ merchant: Address; sku: string | null }>(
    `select given.merchant, coalesce(
       (select sku from items where ${isForSale} and (currency is null or currency = 'USD') order by sku limit 1),
       (select sku from items where ${isForSale} order by sku limit 1)
     ) as sku
     from unnest($1::text[]) as given (merchant)`,
    [merchants, minCents],
  )
  return rows
}

function toSaleItem(row: SaleItemRow): SaleItem {
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    priceUsdCents: toCentsOrNull(row.price_usd_cents),
    priceCents: toCentsOrNull(row.price_cents),
    currency: row.currency,
    priceIncludesTax: row.price_includes_tax,
    taxable: row.taxable,
    version: Number(row.version),
    available: row.available === null ? null : Number(row.available),
    thumb: row.thumb,
  }
}
