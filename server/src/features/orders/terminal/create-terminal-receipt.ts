import type { Seller } from '../../../auth/caller.js'
import { requireCashierRight } from '../../../auth/devices/require-admitted.js'
import type { Context } from '../../../platform/context.js'
import { createSale } from '../../receipts/create/create-sale.js'
import type { CreatedReceipt } from '../../receipts/create/created-receipt.js'
import { authorName } from '../../receipts/status/add-timeline-entry.js'
import { requireSplit } from '../../split/split.js'
import { gatherOrderFacts, readItems, recallItems } from '../gather/gather-order-facts.js'
import { availableOf, insufficientStock, wantedWithVersions } from '../gather/ordered-stock.js'
import { type PricedTerminal, priceTerminal } from './price-terminal.js'
import { readTerminal } from './read-terminal.js'
import type { TerminalBody } from './schemas.js'

/**
 * Creates a receipt at the point of sale from an amount before tax and fee, from catalog items, or
 * from both. Holds the stock of the items.
 *
 * @throws {AppError} `invalid_amount`, `invalid_input`, `inventory_item_not_found`,
 *   `insufficient_stock`, `split_required`, `exchange_rate_unavailable`, `forbidden`.
 */
export async function createTerminalReceipt(
  ctx: Context,
  { by, id, body }: { by: Seller; id: string; body: TerminalBody },
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
      requireMayTip(by, priced)
      const payoutAddress = requireSplit(facts.split).address
      return { ...priced, payoutAddress, stock: wantedWithVersions(priced) }
    },
    availableOf: ({ orderedItems }) => availableOf(orderedItems),
    refuse: (priced, short) => insufficientStock(priced, { short, isAnonymous: false }),
  })
}

/**
 * Prices a sale at the point of sale without making it. It reads fresh facts, because no write
 * compares their versions.
 *
 * @throws {AppError} `invalid_amount`, `invalid_input`, `inventory_item_not_found`,
 *   `exchange_rate_unavailable`, `forbidden`.
 */
export async function quoteTerminalReceipt(
  ctx: Context,
  { by, body }: { by: Seller; body: TerminalBody },
): Promise<PricedTerminal> {
  const request = await readTerminal(ctx, body)
  const needed = { merchant: by.merchant, ordered: request.ordered }
  const priced = priceTerminal(await gatherOrderFacts(ctx, needed), request)
  requireMayTip(by, priced)
  return priced
}

/** Requires the right `discount` of a cashier who sells goods as a tip, which carries no tax. */
function requireMayTip(by: Seller, { goods, tip }: PricedTerminal): void {
  if (!('registerId' in by) || tip <= goods) return
  requireCashierRight(by, ['discount'], 'to take a tip above the price of the goods')
}
