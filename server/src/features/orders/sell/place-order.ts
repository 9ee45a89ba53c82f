import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { holdUntil } from '../../holds/hold-paid-stock.js'
import { addReceipt } from '../../receipts/create/add-receipt.js'
import { type CreatedReceipt, getRepeatedReceipt } from '../../receipts/create/created-receipt.js'
import { newReceipt } from '../../receipts/create/new-receipt.js'
import { receiptTerms } from '../../receipts/create/receipt-terms.js'
import { summaryLabel } from '../../receipts/create/restore-lines.js'
import { sell } from '../../receipts/create/sell.js'
import { acceptReceipt } from '../../receipts/outage/accept-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import { summariseLines } from '../../receipts/retention/summarise-lines.js'
import { requireSplit } from '../../split/require-split.js'
import {
  gatherOrderFacts,
  type OrderFacts,
  recallOrderFacts,
} from '../gather/gather-order-facts.js'
import { availableOf, insufficientStock, wantedWithVersions } from '../gather/ordered-stock.js'
import { type PricedOrder, priceOrder } from '../price/price-order.js'
import { readOrder } from '../read/read-order.js'
import type { OrderBody } from '../schemas.js'
import { requireFewUnpaidOrders } from './unpaid-orders.js'

export type OrderInput = {
  merchant: Address
  /** A repeated request has the same id. */
  id: string
  /** The author's name in the timeline. */
  by: string
  keyId: string | null
  body: OrderBody
  /** A keyed hash of the network address of a buyer without a key, whose order has a soft hold. */
  network?: string
  /** Whether the order is accepted while the database is unavailable. */
  isAcceptedInOutage?: boolean
  /** Whether the items are stored as one line until a payment arrives, so that an unpaid order takes little space. */
  storesSummary?: boolean
  /** Throws when the order must not be placed at its price. */
  checkOrder?: (order: PricedOrder) => void
}

/**
 * Creates a receipt for an order and holds the stock it needs. The stock of a buyer without a key must be free, and is
 * held when the payment starts.
 *
 * @throws {AppError} `items_required`, `invalid_input`, `inventory_item_not_found`, `split_required`,
 *   `insufficient_stock`, `exchange_rate_unavailable`, `rate_limited`, `conflict` when prices keep changing.
 */
export async function placeOrder(ctx: Context, input: OrderInput): Promise<CreatedReceipt> {
  const { merchant, network } = input
  if (network === undefined) return place(ctx, input)
  // One after the other, so that orders at the same time do not exceed the limit together.
  return ctx.mutex.runExclusive(`orders:${merchant}:${network}`, async () => {
    await requireFewUnpaidOrders(ctx, { merchant, network })
    return place(ctx, input)
  })
}

async function place(ctx: Context, input: OrderInput): Promise<CreatedReceipt> {
  const { merchant, id, by, keyId, network } = input
  const isAnonymous = network !== undefined
  const request = await readOrder(ctx, input.body)
  const installationId = await ctx.installationId()
  const needed = { merchant, ordered: request.ordered }

  function price(facts: OrderFacts): { order: PricedOrder; receipt: Receipt } {
    const order = priceOrder(facts, request)
    const { checkout, shop, bill, split } = order
    const payoutAddress = requireSplit(split).address
    input.checkOrder?.(order)
    const now = ctx.now()
    const receipt = newReceipt({
      id,
      hasGeneratedId: true,
      kind: 'order',
      status: 'generated',
      bill,
      checkout,
      installationId,
      now,
      by: { merchant, ...(keyId === null ? {} : { keyId }) },
      terms: receiptTerms(shop, { now, payoutAddress }),
      hasSoftHold: isAnonymous,
    })
    return { order, receipt }
  }

  const toNew = ({ order, receipt }: ReturnType<typeof price>) => ({
    receipt: input.storesSummary
      ? { ...receipt, lines: summariseLines(receipt.lines, summaryLabel) }
      : receipt,
    by,
    facts: order.versions,
    wanted: wantedWithVersions(order),
    holdUntil: holdUntil(order.shop, receipt.createdAt),
    network: network ?? null,
  })
  const { sale, insertion } = await sell({
    recall: () => recallOrderFacts(ctx, needed),
    read: () => gatherOrderFacts(ctx, needed),
    price,
    insert: (sale) => addReceipt(ctx, toNew(sale)),
    accept: input.isAcceptedInOutage
      ? (sale) => acceptReceipt(ctx, { ...toNew(sale), available: availableOf(sale.order.wanted) })
      : null,
  })
  if (insertion.kind === 'made') return { receipt: sale.receipt, isDegraded: false }
  if (insertion.kind === 'accepted') return { receipt: insertion.receipt, isDegraded: true }
  if (insertion.kind === 'exists') return getRepeatedReceipt(ctx, { merchant, id })
  throw insufficientStock(sale.order, { short: insertion.short, isAnonymous })
}
