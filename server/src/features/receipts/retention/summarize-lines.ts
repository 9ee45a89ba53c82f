import { cents } from '../../../lib/money.js'
import { type PlainLine, shareLines } from '../amounts/share-lines.js'
import type { ReceiptLine } from '../receipt.js'

/** Shown in place of the lines that were deleted. */
const deletedLabel = 'Order (details deleted)'

/** Replaces all lines except tax and fee by their sum. The lines still add up to the total. */
export function summarizeLines(lines: readonly ReceiptLine[], label = deletedLabel): ReceiptLine[] {
  const charges = lines.filter(isCharge)
  const itemLines = lines.filter((line) => !isCharge(line))
  const isNative = itemLines.every(({ amountCents }) => amountCents !== null)
  const summary: PlainLine = {
    kind: 'item',
    label,
    usdCents: sumOf(itemLines.map(({ usdCents }) => usdCents)),
    amountCents: isNative ? sumOf(itemLines.map(({ amountCents }) => amountCents ?? 0n)) : null,
    qty: null,
    itemId: null,
    sku: null,
    thumb: null,
  }
  return shareLines([summary, ...charges])
}

function isCharge({ kind }: ReceiptLine): boolean {
  return kind === 'tax' || kind === 'fee'
}

function sumOf(amounts: readonly bigint[]) {
  return cents(amounts.reduce((sum, amount) => sum + amount, 0n))
}
