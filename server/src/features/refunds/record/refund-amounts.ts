import { AppError, invalidInput } from '../../../lib/errors.js'
import {
  type Cents,
  cents,
  centsFromDecimal,
  centsToDecimal,
  minCents,
  ppmFromDecimal,
  sumCents,
} from '../../../lib/money.js'
import {
  labelOf,
  type Receipt,
  type Refund,
  type RefundItem,
  type RefundLine,
} from '../../receipts/receipt.js'
import {
  type OpenLine,
  openLines,
  priceWeight,
  quantityOf,
  subtract,
  sumOf,
  takeAmount,
  takeWeight,
} from './open-lines.js'

/** The amount of a refund, the tax and fee within it, and its parts by line. */
export type RefundAmounts = {
  usdCents: Cents
  taxCents: Cents
  feeCents: Cents
  lines: RefundLine[]
}

type RequestedRefund = { usdCents: Cents | null; items: readonly RefundItem[] }

/**
 * Computes a refund of a sale: the remaining share of the given items, or the given amount from all
 * lines, or everything that is left. `leftCents` is the amount that the ledger shows as sold and
 * not refunded.
 *
 * @throws {AppError} `invalid_input` when an item was not sold or is ambiguous; `invalid_usd` when
 *   more than what is left is refunded, or the amount is not that of the items.
 */
export function refundAmounts(
  receipt: Pick<Receipt, 'lines'>,
  {
    earlier,
    leftCents,
    usdCents,
    items,
  }: RequestedRefund & { earlier: readonly Refund[]; leftCents: Cents },
): RefundAmounts {
  const lines = openLines(receipt, earlier)
  const refundable = minCents(leftCents, sumOf(lines))
  if (items.length === 0) {
    const amount = usdCents ?? refundable
    if (amount <= 0n || amount > refundable) throw exceedsRefundable(refundable)
    return addUp(takeAmount(lines, amount))
  }
  const amounts = addUp(takeItems(lines, items))
  if (amounts.usdCents <= 0n) {
    throw new AppError('invalid_usd', 'Nothing is left to refund of these items.')
  }
  if (amounts.usdCents > refundable) throw exceedsRefundable(refundable)
  if (usdCents !== null && usdCents !== amounts.usdCents) {
    const share = centsToDecimal(amounts.usdCents).toFixed(2)
    throw new AppError(
      'invalid_usd',
      `usd must be ${share}, the amount left of these items with tax and fee. Omit usd to refund it.`,
    )
  }
  return amounts
}

function exceedsRefundable(refundable: Cents): AppError {
  const refundableUsd = centsToDecimal(refundable).toFixed(2)
  return new AppError(
    'invalid_usd',
    `The amount exceeds the balance left to refund (${refundableUsd} USD).`,
  )
}

function takeItems(lines: readonly OpenLine[], items: readonly RefundItem[]): RefundLine[] {
  const parts: RefundLine[] = []
  let remaining = lines
  for (const item of items) {
    const line = findLine(remaining, item)
    const part = takeWeight(line, weightOf(line, item))
    parts.push(part)
    remaining = subtract(remaining, [part])
  }
  return parts
}

/** Finds the line that an item names. The first given name counts: lineId, itemId, sku, label. */
function findLine(lines: readonly OpenLine[], item: RefundItem): OpenLine {
  const { lineId, itemId, sku, label } = item
  const name = lineId ?? itemId ?? sku ?? label
  const matches = lines.filter(({ line }) => {
    if (lineId !== undefined) return line.lineId === lineId
    if (itemId !== undefined) return line.itemId === itemId
    if (sku !== undefined) return line.sku === sku
    return labelOf(line) === label
  })
  const [line] = matches
  if (!line) {
    throw invalidInput(
      `This receipt has no item "${name}" that can be refunded. Name a line by lineId, itemId, sku or label.`,
    )
  }
  if (matches.length > 1) {
    const ids = matches.map((match) => match.lineId).join(', ')
    throw invalidInput(`This receipt has several lines "${name}". Name one by lineId: ${ids}.`)
  }
  return line
}

/** Returns how much of a line an item names: a quantity, a part of the price, or the rest. */
function weightOf(openLine: OpenLine, { qty, priceUsd }: RefundItem): bigint {
  const { line, openWeight } = openLine
  if (openWeight === 0n) requireOpen(openLine, 1n)
  if (qty !== undefined && (line.qty !== null || priceUsd === undefined)) {
    const quantity = ppmFromDecimal(qty)
    if (quantity === null) throw invalidInput('items: qty must have at most six decimals.')
    return requireOpen(openLine, quantity * priceWeight(line))
  }
  const price = priceUsd === undefined ? null : (centsFromDecimal(priceUsd) ?? cents(0n))
  if (price === null || (price === 0n && line.usdCents === 0n)) return openWeight
  if (price <= 0n) throw new AppError('invalid_usd', 'items: priceUsd must be greater than zero.')
  return requireOpen(openLine, price * quantityOf(line))
}

function requireOpen({ line, weight: whole, openWeight }: OpenLine, weight: bigint): bigint {
  if (weight <= openWeight) return weight
  const percent = Number((openWeight * 10_000n) / whole) / 100
  throw new AppError(
    'invalid_usd',
    `The refund exceeds what is left of "${labelOf(line)}" (${percent} % of the line).`,
  )
}

function addUp(lines: RefundLine[]): RefundAmounts {
  return {
    usdCents: sumCents(lines.map(({ usdCents }) => usdCents)),
    taxCents: sumCents(lines.map(({ taxCents }) => taxCents)),
    feeCents: sumCents(lines.map(({ feeCents }) => feeCents)),
    lines,
  }
}
