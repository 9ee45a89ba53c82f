import { AppError } from '../../../lib/errors.js'
import { minus, takenStock } from '../../holds/taken-stock.js'
import { wantedStock } from '../../holds/wanted-stock.js'
import type { Quantity } from '../../inventory/stock.js'
import type { Receipt, Refund, RefundItem } from '../../receipts/receipt.js'

type Sold = Pick<Receipt, 'lines' | 'totalUsdCents'>
type Given = Pick<Refund, 'items' | 'restock' | 'usdCents'>

/**
 * Returns the stock that a refund returns: the items it names, or everything if it names none and
 * completes the refund. Never more than the sale took out of stock, less earlier returns.
 *
 * @throws {AppError} `invalid_input` when it names an item that is not on the receipt, or none on a partial refund.
 */
export function returnedStock(
  receipt: Sold,
  {
    earlier,
    refund,
    oversold,
  }: { earlier: readonly Given[]; refund: Given; oversold: readonly Quantity[] },
): Quantity[] {
  if (!refund.restock) return []
  const left = new Map(takenStock(receipt.lines, oversold).map(({ itemId, qty }) => [itemId, qty]))
  let refunded = 0n
  let returned: Quantity[] = []
  for (const given of [...earlier, refund]) {
    refunded += given.usdCents
    if (!given.restock) continue
    const isLast = refunded === receipt.totalUsdCents
    returned = wantedBack(receipt, { items: given.items, left, isLast })
    for (const { itemId, qty } of returned) left.set(itemId, minus(left.get(itemId) ?? 0, qty))
  }
  return returned
}

function wantedBack(
  { lines }: Sold,
  input: { items: readonly RefundItem[]; left: ReadonlyMap<string, number>; isLast: boolean },
): Quantity[] {
  const { items, left, isLast } = input
  const named = items.filter(({ lineId, itemId, sku }) => lineId ?? itemId ?? sku)
  if (named.length === 0 && !isLast) {
    throw new AppError(
      'invalid_input',
      'To restock, name the returned items by lineId, itemId or sku in items.',
    )
  }
  const wanted =
    named.length === 0
      ? [...left].map(([itemId, qty]) => ({ itemId, qty }))
      : wantedStock(named.map((item) => ({ ...findLine(lines, item), ...qtyOf(item) })))
  return wanted
    .map(({ itemId, qty }) => ({ itemId, qty: Math.min(qty, left.get(itemId) ?? 0) }))
    .filter(({ qty }) => qty > 0)
}

function findLine(lines: Sold['lines'], { lineId, itemId, sku }: RefundItem) {
  const sold = lines.find((line) => {
    if (lineId !== undefined) return line.lineId === lineId
    return itemId === undefined ? line.sku === sku : line.itemId === itemId
  })
  if (sold) return { itemId: sold.itemId, qty: sold.qty }
  throw new AppError('invalid_input', `This receipt has no item ${lineId ?? itemId ?? sku}.`)
}

function qtyOf({ qty }: RefundItem): { qty?: number } {
  return qty === undefined ? {} : { qty }
}
