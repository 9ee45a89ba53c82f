import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { SaleItem } from './item.js'
import { listSaleItems as listRows } from './sale-item-store.js'

/** Returns a merchant's items for sale with these ids or SKUs, in any order. */
export function listSaleItems(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; ids: readonly string[]; skus: readonly string[] },
): Promise<SaleItem[]> {
  return listRows(ctx.db, input)
}
