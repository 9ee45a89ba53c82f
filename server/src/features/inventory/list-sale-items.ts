import type { Address } from '../../lib/hex.js'
import type { Cents } from '../../lib/money.js'
import type { TxContext } from '../../platform/context.js'
import type { SaleItem } from './item.js'
import { listSaleItems as listRows, listSampleSkus } from './sale-item-store.js'

/** Returns a merchant's items for sale with these ids or SKUs, in any order. */
export function listSaleItems(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; ids: readonly string[]; skus: readonly string[] },
): Promise<SaleItem[]> {
  return listRows(ctx.db, input)
}

/** Returns the SKU of one item per merchant that is for sale and in stock for `minCents` or more, if there is one. */
export async function findSampleSkus(
  ctx: Pick<TxContext, 'db'>,
  input: { merchants: readonly Address[]; minCents: Cents },
): Promise<Map<Address, string>> {
  const found = await listSampleSkus(ctx.db, input)
  return new Map(found.flatMap(({ merchant, sku }) => (sku === null ? [] : [[merchant, sku]])))
}
