import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { recordLiveChanges } from '../../../platform/live-changes/record-live-change.js'
import { updateCatalog } from '../catalog-store.js'
import { lockCatalog } from '../change-catalog.js'
import type { Quantity } from './stock.js'
import { sellFree, sellHolds } from './stock-store.js'

/**
 * Takes the items of a paid receipt out of stock: held items first, the rest from free stock.
 * Returns the pieces that were not in stock, which are sold anyway.
 */
export async function sellStock(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; receiptId: string; quantities: readonly Quantity[] },
): Promise<Quantity[]> {
  const { merchant, receiptId, quantities } = input
  if (quantities.length === 0) return []

  const catalog = await lockCatalog(ctx, merchant)
  const version = catalog.version + 1
  const { items, short } = await sellHolds(ctx.db, { merchant, receiptId, version })
  const unheld = quantities.filter(({ itemId }) => !items.includes(itemId))
  const missing =
    unheld.length === 0 ? [] : await sellFree(ctx.db, { merchant, quantities: unheld, version })
  await updateCatalog(ctx.db, { ...catalog, version })
  const ids = quantities.map(({ itemId }) => itemId)
  await recordLiveChanges(ctx.db, { merchant, kind: 'item', ids })
  return [...short, ...missing]
}
