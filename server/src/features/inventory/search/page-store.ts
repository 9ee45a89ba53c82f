import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ItemFilter, ItemQuery } from './item-query.js'

/**
 * Sort keys that the database orders as the index does. Names and SKUs are folded, prices follow
 * rates.
 */
const columnOf = { updatedAt: 'updated_at', stockQty: 'stock_qty' } as const

/** Sorting more takes the database longer than the load of the index. */
const maxPlaces = 1_000

/** Returns whether the database can answer a query exactly as the index does. */
export function isSimple({ filter, sort, offset, limit }: ItemQuery): boolean {
  const { q, category, pack, tags, minUsdCents, maxUsdCents } = filter
  const isUnfolded = [q, category, pack, tags].every((value) => value === null)
  const isUnpriced = minUsdCents === null && maxUsdCents === null
  return isUnfolded && isUnpriced && sort in columnOf && offset + limit <= maxPlaces
}

/** Returns a page of items. The query must be simple. */
export async function findItemPage(
  db: Queryable,
  { merchant, query }: { merchant: Address; query: ItemQuery },
): Promise<{ ids: string[]; total: number }> {
  const { filter, sort, order, offset, limit } = query
  const column = columnOf[sort as keyof typeof columnOf]
  const matches = `from items where ${conditionOf(filter)}`
  // Ids are ours, and ASCII, so that bytes sort as the index does.
  const place = `${column} ${order}, id collate "C" ${order}`
  const { rows } = await db.query<{ total: string; ids: string[] }>(
    `select (select count(*) ${matches}) as total,
       array(select id ${matches} order by ${place} offset $2 limit $3) as ids`,
    [merchant, offset, limit, ...(filter.parentSku === null ? [] : [filter.parentSku])],
  )
  return { ids: rows[0]?.ids ?? [], total: Number(rows[0]?.total ?? 0) }
}

const stockConditions = {
  in: 'stock_qty <> 0',
  out: 'stock_qty = 0',
  low: 'stock_qty >= 0 and stock_qty <= low_stock_qty',
} as const

/** SQL condition of a filter. It has few values, so each combination is a statement of its own. */
function conditionOf({ taxable, stock, parentSku, active }: ItemFilter): string {
  const conditions = ['merchant = $1']
  if (taxable !== null) conditions.push(taxable ? 'taxable' : 'not taxable')
  if (stock !== null) conditions.push(stockConditions[stock])
  if (parentSku !== null) conditions.push('parent_sku = $4')
  if (active !== null) conditions.push(active ? 'active' : 'not active')
  return conditions.join(' and ')
}
