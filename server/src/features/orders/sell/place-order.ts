import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { type Attachment, createSale } from '../../receipts/create/create-sale.js'
import type { CreatedReceipt } from '../../receipts/create/created-receipt.js'
import type { SaleAuthor } from '../../receipts/create/new-receipt.js'
import { requireFewUnpaidOrders } from '../../receipts/create/unpaid-orders.js'
import { requireSplit } from '../../split/split.js'
import { readItems, recallItems } from '../gather/gather-order-facts.js'
import { availableOf, insufficientStock, wantedWithVersions } from '../gather/ordered-stock.js'
import { type PricedOrder, priceOrder } from '../price/price-order.js'
import { readOrder } from '../read/read-order.js'
import type { OrderBody } from '../schemas.js'

export type OrderInput = {
  merchant: Address
  /** A repeated request has the same id. */
  id: string
  /** The author's name in the timeline. */
  by: string
  keyId: string | null
  /** The person, or the cashier at a register, who sells it. */
  soldBy?: Pick<SaleAuthor, 'person' | 'cashier' | 'registerId'>
  body: OrderBody
  /** A keyed hash of the network address of a buyer without a key, whose order has a soft hold. */
  network?: string
  /** Whether the order is accepted while the database is unavailable. */
  isAcceptedInOutage?: boolean
  /** Whether the items are stored as one line until a payment arrives, to save space. */
  storesSummary?: boolean
  /** The row of another feature that is stored with the receipt. */
  attachment?: Attachment
  /** Throws when the order must not be placed at its price. */
  checkOrder?: (order: PricedOrder) => void
}

/**
 * Creates a receipt for an order and holds the stock it needs. The stock of a buyer without a key
 * must be free, and is held when the payment starts.
 *
 * @throws {AppError} `items_required`, `invalid_input`, `inventory_item_not_found`,
 *   `split_required`, `insufficient_stock`, `exchange_rate_unavailable`, `rate_limited`, `conflict`
 *   when prices keep changing, or the shop is closed to buyers without a key.
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
  const { merchant, id, by, keyId, soldBy, network } = input
  const request = await readOrder(ctx, input.body)
  const needed = { merchant, ordered: request.ordered }

  return createSale(ctx, {
    id,
    kind: 'order',
    by: { ...soldBy, merchant, ...(keyId === null ? {} : { keyId }) },
    author: by,
    checkout: request.checkout,
    network,
    storesSummary: input.storesSummary,
    attachment: input.attachment,
    recallItems: () => recallItems(ctx, needed),
    readItems: () => readItems(ctx, needed),
    price(facts) {
      const order = priceOrder(facts, request)
      const payoutAddress = requireSplit(order.split).address
      if (network !== undefined) requireOpen(order)
      input.checkOrder?.(order)
      return { ...order, payoutAddress, stock: wantedWithVersions(order) }
    },
    availableOf: input.isAcceptedInOutage ? ({ orderedItems }) => availableOf(orderedItems) : null,
    refuse: (order, short) =>
      insufficientStock(order, { short, isAnonymous: network !== undefined }),
  })
}

function requireOpen({ shop }: PricedOrder): void {
  if (shop.storefront.isOpen) return
  throw new AppError(
    'conflict',
    'This shop is closed and takes no orders right now. Try again later.',
  )
}
