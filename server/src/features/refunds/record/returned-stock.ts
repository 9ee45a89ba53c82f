import { invalidInput } from '../../../lib/errors.js'
import { minus, takenStock } from '../../holds/taken-stock.js'
import { wantedStock } from '../../holds/wanted-stock.js'
import type { Quantity } from '../../inventory/stock/stock.js'
import type { Receipt, Refund, RefundItem } from '../../receipts/receipt.js'

type Sold = Pick<Receipt, 'lines' | 'totalUsdCents'>
type ReturnTerms = Pick<Refund, 'items' | 'restock' | 'usdCents'>

/**
 * Returns the stock that a refund returns: the items it names, or everything if it names none and
 * completes the refund. Never more than the sale took out of stock, less earlier returns.
 *
 * @throws {AppError} `invalid_input` when it names an item that is not on the receipt, or none on a
 *   partial refund.
 */
export function returnedStock(
  receipt: Sold,
  input: { earlier: readonly ReturnTerms[]; refund: ReturnTerms; oversold: readonly Quantity[] },
): Quantity[] {
  const { earlier, refund, oversold } = input
  if (!refund.restock) return []
  const stock = new Map(takenStock(receipt.lines, oversold).map(({ itemId, qty }) => [itemId, qty]))
  let refunded = 0n
  let returned: Quantity[] = []
  for (const entry of [...earlier, refund]) {
    refunded += entry.usdCents
    if (!entry.restock) continue
    const isLast = refunded === receipt.totalUsdCents
    returned = listReturned(receipt, { items: entry.items, stock, isLast })
    for (const { itemId, qty } of returned) stock.set(itemId, minus(stock.get(itemId) ?? 0, qty))
  }
  return returned
}

function listReturned(
  { lines }: Sold,
  input: { items: readonly RefundItem[]; stock: ReadonlyMap<string, number>; isLast: boolean },
): Quantity[] {
  const { items, stock, isLast } = input
  const namedItems = items.filter(({ lineId, itemId, sku }) => lineId ?? itemId ?? sku)
  if (namedItems.length === 0 && !isLast) {
    throw invalidInput('To restock, name the returned items by lineId, itemId or sku in items.')
  }
  const quantities =
    namedItems.length === 0
      ? [...stock].map(([itemId, qty]) => ({ itemId, qty }))
      : wantedStock(namedItems.map((item) => ({ ...findLine(lines, item), ...qtyOf(item) })))
  return quantities
    .map(({ itemId, qty }) => ({ itemId, qty: Math.min(qty, stock.get(itemId) ?? 0) }))
    .filter(({ qty }) => qty > 0)
}

function findLine(lines: Sold['lines'], { lineId, itemId, sku }: RefundItem) {
  const sold = lines.find((line) => {
    if (lineId !== undefined) return line.lineId === lineId
    return itemId === undefined ? line.sku === sku : line.itemId === itemId
  })
  if (sold) return { itemId: sold.itemId, qty: sold.qty }
  throw invalidInput(`This receipt has no item ${lineId ?? itemId ?? sku}.`)
}

function qtyOf({ qty }: RefundItem): { qty?: number } {
  return qty === undefined ? {} : { qty }
}
