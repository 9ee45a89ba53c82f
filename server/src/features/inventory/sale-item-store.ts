import type { Address } from '../../lib/hex.js'
import type { Cents } from '../../lib/money.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { SaleItem } from './item.js'

const saleItemColumns = defineColumns<SaleItem>({
  id: 'text',
  sku: 'text',
  name: 'text',
  priceUsdCents: 'cents',
  priceCents: 'cents',
  currency: 'text',
  priceIncludesTax: 'boolean',
  taxable: 'boolean',
  version: 'number',
  available: { kind: 'number', sql: 'case when stock_qty <> -1 then stock_qty - reserved_qty end' },
  thumb: {
    kind: 'text',
    sql: `(
      select image from unnest(images) with ordinality as listed (image, place)
      where image like 'media:%' order by place limit 1
    )`,
  },
})

/** Returns the active items with these ids or SKUs, in any order. */
export async function listSaleItems(
  db: Queryable,
  { merchant, ids, skus }: { merchant: Address; ids: readonly string[]; skus: readonly string[] },
): Promise<SaleItem[]> {
  return saleItemColumns.list(
    db,
    `select ${saleItemColumns.fields} from items
     where merchant = $1 and active and (id = any($2) or sku = any($3))`,
    [merchant, ids, skus],
  )
}

/** Returns the active items after a SKU, in SKU order. */
export async function listSaleItemsAfter(
  db: Queryable,
  { merchant, sku, limit }: { merchant: Address; sku: string; limit: number },
): Promise<SaleItem[]> {
  return saleItemColumns.list(
    db,
    `select ${saleItemColumns.fields} from items where merchant = $1 and active and sku > $2 order by sku limit $3`,
    [merchant, sku, limit],
  )
}

/**
 * Returns one SKU per merchant, of an active item with a piece in stock that costs `minCents` or
 * more. Null if there is none. Prefers items whose price needs no exchange rate.
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
