import { AppError, type ErrorCode } from '../../../lib/errors.js'
import {
  type Cents,
  type Currency,
  cents,
  minCents,
  type Ppm,
  prorate,
  sumCents,
} from '../../../lib/money.js'
import type { SaleTax } from '../../tax/resolve-sale-tax.js'
import type { Bill, LineKind, ReceiptLine, Valuation } from '../receipt.js'
import { type PricedSale, priceSale, type SaleLine } from './price-sale.js'
import { type PlainLine, shareLines } from './share-lines.js'
import { valueInDollars } from './value-in-dollars.js'

/** Ten billion. Well above it, JSON numbers lose cents. */
const maxCents = 10n ** 12n

/** An item sold, with the fields its receipt line shows. */
export type SoldLine = SaleLine &
  Pick<ReceiptLine, 'qty' | 'itemId' | 'sku' | 'thumb'> & { label: string }

/**
 * Returns the bill of a sale: its items, the discount and the tip if there are any, then a tax and
 * a fee line, even when they are zero. With a valuation, amounts are in that currency and converted
 * to dollars; without one, they are in dollars only.
 *
 * A discount reduces the items pro rata before tax, at most to zero. A tip carries no tax and no
 * fee.
 */
export function saleBill(input: {
  sold: readonly SoldLine[]
  tax: SaleTax
  feeRate: Ppm
  valuation: Valuation | null
  discount?: Cents
  tip?: Cents
}): Bill & { sale: PricedSale } {
  const { sold, tax, feeRate, valuation, discount = cents(0n), tip = cents(0n) } = input
  const rates = { taxRate: tax.rate, feeRate }
  const full = priceSale(sold, rates)
  const sale = discount > 0n ? priceSale(reduce(sold, discount), rates) : full
  const reduction = cents(sumCents(sale.amounts) - sumCents(full.amounts))
  const items = sold.map(({ label, qty, itemId, sku, thumb }, index) => ({
    line: { kind: 'item' as const, label, qty, itemId, sku, thumb },
    amount: full.amounts[index] as Cents,
  }))
  const rows: { line: Description; amount: Cents }[] = [
    ...items,
    ...(reduction < 0n ? [{ line: describeLine('discount', 'Discount'), amount: reduction }] : []),
    ...(tip > 0n ? [{ line: describeLine('tip', 'Tip'), amount: tip }] : []),
    { line: describeLine('tax', null), amount: sale.tax },
    { line: describeLine('fee', null), amount: sale.fee },
  ]
  const amounts = rows.map(({ amount }) => amount)
  const total = cents(sale.total + tip)
  const taxed = {
    jurisdictionCode: tax.jurisdictionCode,
    taxRate: tax.rate,
    taxComponents: tax.components.map(({ name }) => name),
    taxParts: tax.components,
  }

  const inDollars = valuation
    ? valueInDollars(amounts, valuation.usdPerUnit)
    : { total, parts: amounts }
  const lines = rows.map(({ line, amount }, index) => ({
    ...line,
    usdCents: inDollars.parts[index] as Cents,
    amountCents: valuation ? amount : null,
  }))
  const priced = sold.map((_, index) => ({
    discountCents: cents((sale.amounts[index] as Cents) - (full.amounts[index] as Cents)),
    taxCents: sale.taxes[index] as Cents,
    feeCents: sale.fees[index] as Cents,
  }))
  const currency: Currency = valuation?.currency ?? 'USD'
  const totals = { totalUsdCents: inDollars.total, totalCents: valuation ? total : null }
  return { currency, ...totals, lines: shareLines(lines, priced), valuation, ...taxed, sale }
}

type Description = Omit<PlainLine, 'usdCents' | 'amountCents'>

function describeLine(kind: LineKind, label: string | null): Description {
  return { kind, label, qty: null, itemId: null, sku: null, thumb: null }
}

/** Takes a discount off the lines, each by its share. */
function reduce(sold: readonly SoldLine[], discount: Cents): SoldLine[] {
  const amounts = sold.map(({ amount }) => amount)
  const subtotal = sumCents(amounts)
  if (subtotal === 0n) return [...sold]
  const shares = prorate(minCents(discount, subtotal), amounts)
  return sold.map((line, index) => ({
    ...line,
    amount: cents(line.amount - (shares[index] as Cents)),
  }))
}

/**
 * Requires a total above zero and at most ten billion.
 *
 * @throws {AppError} with the given code.
 */
export function requireBounded({ totalUsdCents, totalCents }: Bill, code: ErrorCode): void {
  if (totalUsdCents <= 0n) throw new AppError(code, 'The total must be greater than zero.')
  const largest = totalCents !== null && totalCents > totalUsdCents ? totalCents : totalUsdCents
  if (largest > maxCents) throw new AppError(code, 'The total must be at most 10,000,000,000.')
}
