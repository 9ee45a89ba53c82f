import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import type { Shortage, WantedStock } from '../inventory/stock.js'
import { wantedStock } from '../receipts/amounts/wanted-stock.js'
import { addReceipt } from '../receipts/create/add-receipt.js'
import { newReceipt } from '../receipts/create/new-receipt.js'
import { holdUntil, receiptTerms } from '../receipts/create/receipt-terms.js'
import { getReceipt } from '../receipts/get-receipt.js'
import type { Receipt } from '../receipts/receipt.js'
import { requireSplit } from '../split/require-split.js'
import { type PreparedOrder, prepareOrder } from './prepare-order.js'
import type { OrderBody } from './schemas.js'

export type OrderInput = {
  merchant: Address
  /** A repeated request has the same id. */
  id: string
  /** The author's name in the timeline. */
  by: string
  keyId: string | null
  body: OrderBody
  /** Limits how long stock is held. */
  hold?: { atMostMinutes: number }
}

/** An attempt fails when a price changes in the meantime. */
const maxAttempts = 5

/**
 * Creates a receipt for an order and holds the stock it needs.
 *
 * @throws {AppError} `items_required`, `invalid_input`, `inventory_item_not_found`, `split_required`,
 *   `insufficient_stock`, `exchange_rate_unavailable`, `conflict` when prices keep changing.
 */
export async function placeOrder(ctx: Context, input: OrderInput): Promise<Receipt> {
  const { merchant, id, by, keyId, body } = input
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const order = await prepareOrder(ctx, { merchant, body })
    const split = await requireSplit(ctx, merchant)

    const now = ctx.now()
    const { checkout, shop, bill } = order
    const receipt = newReceipt({
      id,
      hasGeneratedId: true,
      kind: 'order',
      status: 'generated',
      bill,
      checkout,
      installationId: await ctx.installationId(),
      now,
      by: { merchant, ...(keyId === null ? {} : { keyId }) },
      terms: receiptTerms(shop, { now, payoutAddress: split.address }),
    })
    const made = await addReceipt(ctx, {
      receipt,
      by,
      wanted: withVersions(order),
      holdUntil: holdUntil(shop, { now, ...input.hold }),
    })
    if (made.kind === 'made') return receipt
    if (made.kind === 'exists') return getReceipt(ctx, { merchant, id })
    if (!made.short.some(({ isStale }) => isStale)) throw insufficientStock(order, made.short)
  }
  throw new AppError('conflict', 'Prices are changing right now. Try again in a moment.')
}

function withVersions({ wanted, bill }: PreparedOrder): WantedStock[] {
  const versions = new Map(wanted.map(({ item }) => [item.id, item.version]))
  return wantedStock(bill.lines).map(({ itemId, qty }) => ({
    itemId,
    qty,
    version: versions.get(itemId) ?? 0,
  }))
}

function insufficientStock({ wanted }: PreparedOrder, [first]: Shortage[]): AppError {
  const item = wanted.find((one) => one.item.id === first?.itemId)?.item
  const available = Math.max(0, first?.available ?? 0)
  return new AppError(
    'insufficient_stock',
    `Only ${available} of ${item?.name ?? 'an item'} left in stock.`,
    { fields: { item: item?.id, sku: item?.sku, available } },
  )
}
