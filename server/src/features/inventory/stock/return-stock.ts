import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import { recordLiveChanges } from '../../../platform/live-changes/record-live-change.js'
import { updateCatalog } from '../catalog-store.js'
import { lockCatalog } from '../change-catalog.js'
import type { Quantity } from './stock.js'
import { addStock } from './stock-store.js'

/** Returns sold items to stock. Items with unlimited stock are skipped. */
export async function returnStock(
  ctx: Pick<TxContext, 'db'>,
  { merchant, returned }: { merchant: Address; returned: readonly Quantity[] },
): Promise<void> {
  if (returned.length === 0) return
  const catalog = await lockCatalog(ctx, merchant)
  const version = catalog.version + 1
  await addStock(ctx.db, { merchant, returned, version })
  await updateCatalog(ctx.db, { ...catalog, version })
  const ids = returned.map(({ itemId }) => itemId)
  await recordLiveChanges(ctx.db, { merchant, kind: 'item', ids })
}
