import type { Principal } from '../../../auth/caller.js'
import type { Context } from '../../../platform/context.js'
import { holdUntil } from '../../holds/hold-paid-stock.js'
import { addReceipt } from '../../receipts/create/add-receipt.js'
import { type CreatedReceipt, getRepeatedReceipt } from '../../receipts/create/created-receipt.js'
import { newReceipt } from '../../receipts/create/new-receipt.js'
import { receiptTerms } from '../../receipts/create/receipt-terms.js'
import { sell } from '../../receipts/create/sell.js'
import { acceptReceipt } from '../../receipts/outage/accept-receipt.js'
import { authorName } from '../../receipts/status/author-name.js'
import { requireSplit } from '../../split/require-split.js'
import {
  gatherOrderFacts,
  type OrderFacts,
  recallOrderFacts,
} from '../gather/gather-order-facts.js'
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
  const installationId = await ctx.installationId()

  function price(facts: OrderFacts) {
    const { shop, split } = facts
    const priced = priceTerminal(facts, request)
    const payoutAddress = requireSplit(split).address
    const now = ctx.now()
    const receipt = newReceipt({
      id,
      hasGeneratedId: true,
      kind: 'terminal',
      status: 'generated',
      bill: priced.bill,
      checkout: request.checkout,
      installationId,
      by,
      now,
      terms: receiptTerms(shop, { now, payoutAddress }),
    })
    return { priced, receipt, holdUntil: holdUntil(shop, now) }
  }

  const toNew = ({ priced, receipt, holdUntil }: ReturnType<typeof price>) => ({
    receipt,
    by: authorName(by),
    facts: priced.versions,
    ...(priced.wanted.length > 0 && { wanted: wantedWithVersions(priced), holdUntil }),
  })
  const { sale, insertion } = await sell({
    recall: () => recallOrderFacts(ctx, needed),
    read: () => gatherOrderFacts(ctx, needed),
    price,
    insert: (sale) => addReceipt(ctx, toNew(sale)),
    accept: (sale) =>
      acceptReceipt(ctx, { ...toNew(sale), available: availableOf(sale.priced.wanted) }),
  })
  if (insertion.kind === 'accepted') return { receipt: insertion.receipt, isDegraded: true }
  if (insertion.kind === 'made') return { receipt: sale.receipt, isDegraded: false }
  if (insertion.kind === 'exists') return getRepeatedReceipt(ctx, { merchant, id })
  throw insufficientStock(sale.priced, { short: insertion.short, isAnonymous: false })
}
