import { type Cents, cents, prorate, sumCents } from '../../../lib/money.js'
import type { LineCharges, LineKind, ReceiptLine } from '../receipt.js'

/** A line that has no id and no share yet. */
export type PlainLine = Omit<ReceiptLine, 'lineId' | 'share'>

type Row = { kind: LineKind; amount: Cents }

/** The amounts that a buyer paid for a line: its price after the discount, its tax and its fee. */
type Part = { net: Cents; tax: Cents; fee: Cents }

/**
 * Gives every line that can be refunded its id and its share of the discount, tax and fee, so that
 * these lines sum to the total, in the currency of the bill and in dollars. Takes the shares in
 * that currency if the sale was priced by line.
 *
 * Without them, lines of a negative amount reduce the others pro rata, and tax and fee are shared
 * by price: receipts do not show which items were taxed.
 */
export function shareLines(
  lines: readonly PlainLine[],
  priced?: readonly LineCharges[],
): ReceiptLine[] {
  const inDollars = lines.map(({ kind, usdCents }) => ({ kind, amount: usdCents }))
  const isNative = lines.every(({ amountCents }) => amountCents !== null)
  const billed = isNative
    ? lines.map(({ kind, amountCents }) => ({ kind, amount: amountCents ?? cents(0n) }))
    : inDollars
  const sold = billed.flatMap((row, index) => (isRefundable(row) ? index : []))
  const parts = priced
    ? sold.map((place, index) => partOf(billed[place] as Row, priced[index]))
    : deriveParts(billed, sold)
  const dollarParts = isNative ? convertParts(inDollars, { sold, parts }) : parts

  const byPlace = new Map(sold.map((place, index) => [place, index]))
  return lines.map((line, place) => {
    const index = byPlace.get(place)
    if (index === undefined) return { ...line, lineId: null, share: null }
    const usd = chargesOf(inDollars[place] as Row, dollarParts[index] as Part)
    const native = isNative ? chargesOf(billed[place] as Row, parts[index] as Part) : null
    return { ...line, lineId: lineIdAt(place), share: { usd, native } }
  })
}

/** Returns the id of a line by its place. The lines of a receipt with refunds never change. */
export function lineIdAt(place: number): string {
  return `l${place + 1}`
}

/** A line of a negative amount reduces the others, like a discount. */
function isRefundable({ kind, amount }: Row): boolean {
  return (kind === 'item' || kind === 'tip') && amount >= 0n
}

function deriveParts(rows: readonly Row[], sold: readonly number[]): Part[] {
  const { net, tax, fee } = totalsOf(rows)
  const amounts = sold.map((place) => rows[place]?.amount ?? cents(0n))
  // A tip carries no discount, no tax and no fee.
  const isItem = sold.map((place) => rows[place]?.kind === 'item')
  const tips = sumCents(amounts.filter((_, index) => !isItem[index]))
  const reduced = split(
    cents(net - tips),
    amounts.map((amount, index) => (isItem[index] ? amount : 0n)),
  )
  const nets = amounts.map((amount, index) => (isItem[index] ? (reduced[index] as Cents) : amount))
  const taxed = nets.map((net, index) => (isItem[index] ? net : 0n))
  const taxes = split(tax, taxed)
  const fees = split(
    fee,
    taxed.map((net, index) => net + (taxes[index] as Cents)),
  )
  return join({ nets, taxes, fees })
}

/** Splits the dollar amounts of a bill as its own currency was split. */
function convertParts(
  rows: readonly Row[],
  { sold, parts }: { sold: readonly number[]; parts: readonly Part[] },
): Part[] {
  const { tax, fee } = totalsOf(rows)
  return join({
    nets: splitNet(rows, { sold, weights: parts.map(({ net }) => net) }),
    taxes: split(
      tax,
      parts.map((part) => part.tax),
    ),
    fees: split(
      fee,
      parts.map((part) => part.fee),
    ),
  })
}

/** Returns the totals to split. Fee and tax absorb a net that rounding made negative. */
function totalsOf(rows: readonly Row[]): Part {
  const sumOf = (isWanted: (row: Row) => boolean) =>
    sumCents(rows.filter(isWanted).map(({ amount }) => amount))
  const tax = sumOf(({ kind }) => kind === 'tax')
  const fee = sumOf(({ kind }) => kind === 'fee')
  const net = sumOf(({ kind }) => kind !== 'tax' && kind !== 'fee')
  if (net >= 0n) return { net, tax, fee }
  const lessFee = fee < -net ? fee : -net
  return { net: cents(0n), tax: cents(tax + net + lessFee), fee: cents(fee - lessFee) }
}

function splitNet(
  rows: readonly Row[],
  { sold, weights }: { sold: readonly number[]; weights: readonly bigint[] },
): Cents[] {
  const isReduced = rows.some(({ amount }) => amount < 0n)
  if (isReduced) return split(totalsOf(rows).net, weights)
  return sold.map((place) => rows[place]?.amount ?? cents(0n))
}

/** Splits a total by weight, or gives it to the first line if no weight is above zero. */
function split(total: Cents, weights: readonly bigint[]): Cents[] {
  const positive = weights.map((weight) => (weight > 0n ? weight : 0n))
  if (positive.some((weight) => weight > 0n)) return prorate(total, positive)
  return weights.map((_, index) => (index === 0 ? total : cents(0n)))
}

function join({ nets, taxes, fees }: { nets: Cents[]; taxes: Cents[]; fees: Cents[] }): Part[] {
  return nets.map((net, index) => ({
    net,
    tax: taxes[index] as Cents,
    fee: fees[index] as Cents,
  }))
}

function partOf({ amount }: Row, charges: LineCharges | undefined): Part {
  if (!charges) return { net: amount, tax: cents(0n), fee: cents(0n) }
  const { discountCents, taxCents, feeCents } = charges
  return { net: cents(amount + discountCents), tax: taxCents, fee: feeCents }
}

function chargesOf({ amount }: Row, { net, tax, fee }: Part): LineCharges {
  return { discountCents: cents(net - amount), taxCents: tax, feeCents: fee }
}
