import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { updateCatalogue } from './catalogue-store.js'
import { lockCatalogue } from './lock-catalogue.js'
import type { Quantity } from './stock.js'
import { sellFree, sellHolds } from './stock-store.js'

/**
 * Takes what a receipt has paid for out of the stock: what was set aside for it, and what was not from what
 * is free. Returns the items of which there is not enough; they are sold all the same.
 */
export async function sellStock(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; receiptId: string; wanted: readonly Quantity[] },
): Promise<string[]> {
  const { merchant, receiptId, wanted } = input
  if (wanted.length === 0) return []

  const catalogue = await lockCatalogue(ctx, merchant)
  const version = catalogue.version + 1
  const { items, short } = await sellHolds(ctx.db, { merchant, receiptId, version })
  const rest = wanted.filter(({ itemId }) => !items.includes(itemId))
  const missing =
    rest.length === 0 ? [] : await sellFree(ctx.db, { merchant, wanted: rest, version })
  await updateCatalogue(ctx.db, { ...catalogue, version })
  return [...short, ...missing]
}
