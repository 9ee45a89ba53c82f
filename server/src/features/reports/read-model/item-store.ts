import type { Address } from '../../../lib/hex.js'
import { type Cents, cents } from '../../../lib/money.js'
import type { Queryable } from '../../../platform/db/db.js'

/** The lines of one item, or of one label for lines without an item. */
type SoldItem = {
  type: 'item' | 'discount' | 'tip'
  itemId: string | null
  sku: string | null
  label: string
  /** A line without a quantity counts as one. */
  qty: number
  receipts: number
  sales: Cents
}

export type SoldItems = {
  /** The highest sales first. */
  items: SoldItem[]
  /** The number of items, including those that are not listed. */
  count: number
  sales: Cents
}

/**
 * Sums the lines of receipts by item, without tax and fee. Before lines had a kind, tax and fee
 * lines of sales were known by their labels.
 */
export async function sumItems(
  db: Queryable,
  {
    merchant,
    receiptIds,
    limit,
  }: { merchant: Address; receiptIds: readonly string[]; limit: number },
): Promise<SoldItems> {
  type Row = {
    type: SoldItem['type']
    item_id: string | null
    sku: string | null
    label: string
    qty: string
    receipts: string
    sales: string
    all_items: string
    all_sales: string
  }
  const { rows } = await db.query<Row>(
    `with sold as (
       select r.id as receipt_id,
         coalesce(line ->> 'kind', case when r.kind <> 'direct'
           and line ->> 'label' in ('Tax', 'Processing Fee') then 'fee' else 'item' end) as type,
         line ->> 'itemId' as item_id, line ->> 'sku' as sku, line ->> 'label' as label,
         coalesce((line ->> 'qty')::numeric, 1) as qty, (line ->> 'usdCents')::numeric as cents
       from unnest($2::text[]) as given (id)
       join receipts r on r.merchant = $1 and r.id = given.id
       cross join jsonb_array_elements(r.lines) as line
     )
     select type, item_id, max(sku) as sku, max(label) as label, sum(qty) as qty,
       count(distinct receipt_id) as receipts, sum(cents) as sales,
       count(*) over () as all_items, sum(sum(cents)) over () as all_sales
     from sold where type not in ('tax', 'fee')
     group by type, item_id, case when item_id is null then coalesce(sku, label) end
     order by sales desc, max(label) collate "C", item_id limit $3`,
    [merchant, receiptIds, limit],
  )
  return {
    items: rows.map(({ type, item_id, sku, label, qty, receipts, sales }) => ({
      type,
      itemId: item_id,
      sku,
      label,
      qty: Number(qty),
      receipts: Number(receipts),
      sales: cents(BigInt(sales)),
    })),
    count: Number(rows[0]?.all_items ?? 0),
    sales: cents(BigInt(rows[0]?.all_sales ?? 0)),
  }
}
