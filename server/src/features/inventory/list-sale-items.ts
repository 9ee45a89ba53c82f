import type { Address } from '../../lib/hex.js'
import type { Cents } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import type { SaleItem } from './item.js'
import { listSaleItems as listRows, listSaleItemsAfter, listSampleSkus } from './sale-item-store.js'

/** Returns a merchant's items for sale with these ids or SKUs, in any order. */
export function listSaleItems(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; ids: readonly string[]; skus: readonly string[] },
): Promise<SaleItem[]> {
  return listRows(ctx.db, input)
}

/** Larger catalogs are known in part during an outage. */
const maxRecallable = 1_000

/** Returns the items for sale that the snapshot keeps of a merchant. */
export function listRecallableItems(
  { db }: Pick<TxContext, 'db'>,
  merchant: Address,
): Promise<SaleItem[]> {
  return listSaleItemsAfter(db, { merchant, sku: '', limit: maxRecallable })
}

/** Returns the SKU of an item per merchant that is in stock for `minCents` or more. */
export async function findSampleSkus(
  ctx: Pick<TxContext, 'db'>,
  input: { merchants: readonly Address[]; minCents: Cents },
): Promise<Map<Address, string>> {
  const samples = await listSampleSkus(ctx.db, input)
  return new Map(samples.flatMap(({ merchant, sku }) => (sku === null ? [] : [[merchant, sku]])))
}
