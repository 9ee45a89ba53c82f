import {
  type Cents,
  cents,
  minCents,
  ppmFromDecimal,
  prorate,
  prorateOrZero,
} from '../../../lib/money.js'
import type { Receipt, ReceiptLine, Refund, RefundLine } from '../../receipts/receipt.js'

/** A line with the amounts that are left to refund, and the part that was not returned yet. */
export type OpenLine = {
  line: ReceiptLine
  lineId: string
  /** The price after the discount. */
  net: Cents
  tax: Cents
  fee: Cents
  /**
   * The whole line weighs its quantity in millionths times its price in cents, so that both divide
   * it exactly.
   */
  weight: bigint
  openWeight: bigint
}

type Amounts = Pick<OpenLine, 'net' | 'tax' | 'fee'>
type EarlierRefund = Pick<Refund, 'isCredit' | 'lines'>

/** Lists what is left of each line after earlier refunds. */
export function openLines(
  { lines }: Pick<Receipt, 'lines'>,
  earlier: readonly EarlierRefund[],
): OpenLine[] {
  const sold = lines.flatMap((line): OpenLine[] => {
    const { lineId, share, usdCents } = line
    if (lineId === null || share === null) return []
    const { discountCents, taxCents: tax, feeCents: fee } = share.usd
    const weight = quantityOf(line) * priceWeight(line)
    const net = cents(usdCents + discountCents)
    return [{ line, lineId, net, tax, fee, weight, openWeight: weight }]
  })
  return earlier
    .filter(({ isCredit }) => !isCredit)
    .reduce((lines, { lines: parts }) => subtract(lines, parts ?? []), sold)
}

/** Returns the quantity of a line in millionths. A line without one is a single piece. */
export function quantityOf({ qty }: Pick<ReceiptLine, 'qty'>): bigint {
  if (qty === null) return 1_000_000n
  // Merchants may send lines with more decimals.
  return ppmFromDecimal(qty) ?? BigInt(Math.max(1, Math.round(qty * 1_000_000)))
}

/** Returns the price of a line in cents. A free item divides by its quantity alone. */
export function priceWeight({ usdCents }: Pick<ReceiptLine, 'usdCents'>): bigint {
  return usdCents > 0n ? usdCents : 1n
}

/** Takes a part of a line. Price, tax and fee are rounded down; the last part takes the rest. */
export function takeWeight(line: OpenLine, weight: bigint): RefundLine {
  const part = (amount: Cents) =>
    line.openWeight === 0n ? amount : cents((amount * weight) / line.openWeight)
  const [net, taxCents, feeCents] = [part(line.net), part(line.tax), part(line.fee)]
  const usdCents = cents(net + taxCents + feeCents)
  return { lineId: line.lineId, usdCents, taxCents, feeCents, weight }
}

/**
 * Takes an amount from all lines pro rata, of price, tax and fee alike. Tips come last. The amount
 * must not exceed the sum of the lines.
 */
export function takeAmount(lines: readonly OpenLine[], usdCents: Cents): RefundLine[] {
  const items = lines.filter(({ line }) => line.kind !== 'tip')
  const fromItems = minCents(usdCents, sumOf(items))
  const fromTips = cents(usdCents - fromItems)
  const tips = lines.filter(({ line }) => line.kind === 'tip')
  return [...takeProRata(items, fromItems), ...takeProRata(tips, fromTips)]
}

/** Subtracts the parts of a refund from what is left. */
export function subtract(lines: readonly OpenLine[], parts: readonly RefundLine[]): OpenLine[] {
  return lines.map((line) => {
    const remaining = { ...line }
    for (const { lineId, usdCents, taxCents, feeCents, weight } of parts) {
      if (lineId !== line.lineId) continue
      remaining.net = cents(remaining.net - (usdCents - taxCents - feeCents))
      remaining.tax = cents(remaining.tax - taxCents)
      remaining.fee = cents(remaining.fee - feeCents)
      remaining.openWeight -= weight
    }
    return remaining
  })
}

/** Returns what is left of some lines, with tax and fee. */
export function sumOf(amounts: readonly Amounts[]): Cents {
  return cents(amounts.reduce((sum, { net, tax, fee }) => sum + net + tax + fee, 0n))
}

function takeProRata(lines: readonly OpenLine[], usdCents: Cents): RefundLine[] {
  if (usdCents === 0n) return []
  const totalOf = (name: keyof Amounts) => lines.reduce((sum, line) => sum + line[name], 0n)
  const totals = prorate(usdCents, [totalOf('net'), totalOf('tax'), totalOf('fee')])
  const [nets = [], taxes = [], fees = []] = (['net', 'tax', 'fee'] as const).map((name, index) =>
    prorateOrZero(
      totals[index] as Cents,
      lines.map((line) => line[name]),
    ),
  )
  return lines.flatMap(({ lineId }, index) => {
    const [net, taxCents, feeCents] = [nets[index], taxes[index], fees[index]] as [
      Cents,
      Cents,
      Cents,
    ]
    const sum = cents(net + taxCents + feeCents)
    return sum === 0n ? [] : [{ lineId, usdCents: sum, taxCents, feeCents, weight: 0n }]
  })
}
