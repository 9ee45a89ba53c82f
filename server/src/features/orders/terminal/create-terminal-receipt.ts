import type { Principal } from '../../../auth/caller.js'
import type { Context } from '../../../platform/context.js'
import { createSale } from '../../receipts/create/create-sale.js'
import type { CreatedReceipt } from '../../receipts/create/created-receipt.js'
import { authorName } from '../../receipts/status/add-timeline-entry.js'
import { requireSplit } from '../../split/split.js'
import { readItems, recallItems } from '../gather/gather-order-facts.js'
import { availableOf, insufficientStock, wantedWithVersions } from '../gather/ordered-stock.js'
import { priceTerminal } from './price-terminal.js'
import { readTerminal } from './read-terminal.js'
import type { TerminalBody } from './schemas.js'

/**
 * Creates a receipt at the point of sale from an amount before tax and fee, from catalog items, or
 * from both. Holds the stock of the items.
 *
 * @throws {AppError} `invalid_amount`, `invalid_input`, `inventory_item_not_found`, `insufficient_stock`,
 *   `split_required`, `exchange_rate_unavailable`.
 */
export async function createTerminalReceipt(
  ctx: Context,
  { by, id, body }: { by: Principal; id: string; body: TerminalBody },
): Promise<CreatedReceipt> {
  const { merchant } = by
  const request = await readTerminal(ctx, body)
  const needed = { merchant, ordered: request.ordered }

  return createSale(ctx, {
    id,
    kind: 'terminal',
    by,
    author: authorName(by),
    checkout: request.checkout,
    recallItems: () => recallItems(ctx, needed),
    readItems: () => readItems(ctx, needed),
    price(facts) {
      const priced = priceTerminal(facts, request)
      const payoutAddress = requireSplit(facts.split).address
      return { ...priced, payoutAddress, stock: wantedWithVersions(priced) }
    },
    availableOf: ({ wanted }) => availableOf(wanted),
    refuse: (priced, short) => insufficientStock(priced, { short, isAnonymous: false }),
  })
}
