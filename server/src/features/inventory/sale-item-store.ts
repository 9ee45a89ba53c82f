import type { Currency } from '../../lib/currencies.js'
import type { Address } from '../../lib/hex.js'
import type { Cents } from '../../lib/money.js'
import { toCentsOrNull } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Item } from './item.js'

/** What has to be known of an item to sell it. */
export type SaleItem = Pick<
  Item,
  | 'id'
  | 'sku'
  | 'name'
  | 'priceUsdCents'
  | 'priceCents'
  | 'currency'
  | 'priceIncludesTax'
  | 'taxable'
  | 'active'
> & {
  /** Changes whenever the item does. */
  version: number
  /** Its first picture, if that is small. */
  thumb: string | null
}

type SaleItemRow = {
  id: string
  sku: string
  name: string
  price_usd_cents: string | null
  price_cents: string | null
  currency: Currency | null
  price_includes_tax: boolean
  taxable: boolean
  active: boolean
  version: string
  thumb: string | null
}

/** A picture that is larger is no thumbnail. In characters. */
const maxThumbLength = 16_384

/** Those of the items that are there, by either name, in any order. */
export async function listSaleItems(
  db: Queryable,
  { merchant, ids, skus }: { merchant: Address; ids: readonly string[]; skus: readonly string[] },
): Promise<SaleItem[]> {
  const { rows } = await db.query<SaleItemRow>(
    `select id, sku, name, price_usd_cents, price_cents, currency, price_includes_tax, taxable,
       active, version, (
         select image from unnest(images) with ordinality as listed (image, place)
         where image like 'data:%' and length(image) <= $4 order by place limit 1
       ) as thumb
     from items where merchant = $1 and (id = any($2) or sku = any($3))`,
    [merchant, ids, skus, maxThumbLength],
  )
  return rows.map(toSaleItem)
}

function toSaleItem(row: SaleItemRow): SaleItem {
  return {
    id: row.id,
    sku: row.sku,
    name: row.name,
    priceUsdCents: toCents(row.price_usd_cents),
    priceCents: toCents(row.price_cents),
    currency: row.currency,
    priceIncludesTax: row.price_includes_tax,
    taxable: row.taxable,
    active: row.active,
    version: Number(row.version),
    thumb: row.thumb,
  }
}

function toCents(text: string | null): Cents | null {
  return toCentsOrNull(text)
}
