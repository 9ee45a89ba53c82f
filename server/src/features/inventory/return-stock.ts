import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { updateCatalogue } from './catalogue-store.js'
import { lockCatalogue } from './lock-catalogue.js'
import { addStock } from './returned-stock-store.js'
import type { Quantity } from './stock.js'

/** Returns sold items to stock. Items with unlimited stock are skipped. */
export async function returnStock(
  ctx: Pick<TxContext, 'db'>,
  { merchant, returned }: { merchant: Address; returned: readonly Quantity[] },
): Promise<void> {
  if (returned.length === 0) return
  const catalogue = await lockCatalogue(ctx, merchant)
  const version = catalogue.version + 1
  await addStock(ctx.db, { merchant, returned, version })
  await updateCatalogue(ctx.db, { ...catalogue, version })
}
