import { applyRate, type Cents, cents, type Ppm, prorate, sumCents } from '../../lib/money.js'

/** What is sold, in the currency of the sale. */
export type SaleLine = {
  /** For the whole quantity. */
  amount: Cents
  taxable: boolean
  /** Whether the amount has the tax in it already. */
  includesTax: boolean
}

/** What a sale costs. The amounts, tax and fee sum to the total. */
export type PricedSale = {
  /** Of each line, without tax. */
  amounts: Cents[]
  tax: Cents
  fee: Cents
  total: Cents
}

const MILLION = 1_000_000n

/**
 * Adds tax and processing fee to what is sold (spec 4.6). Tax is worked out once, on the sum of what is
 * taxable; the fee once, on everything including the tax.
 */
export function priceSale(
  lines: readonly SaleLine[],
  { taxRate, feeRate }: { taxRate: Ppm; feeRate: Ppm },
): PricedSale {
  const amounts = takeTaxOut(lines, taxRate)
  const isOnTop = (line: SaleLine) => line.taxable && !line.includesTax
  const onTop = sumCents(lines.filter(isOnTop).map(({ amount }) => amount))
  const gross = sumCents(lines.map(({ amount }) => amount))

  const subtotal = sumCents(amounts)
  const tax = cents(gross - subtotal + applyRate(onTop, taxRate))
  const fee = applyRate(cents(subtotal + tax), feeRate)
  return { amounts, tax, fee, total: cents(subtotal + tax + fee) }
}

/** The amounts without the tax that some include: of all those together what is left, each by its share. */
function takeTaxOut(lines: readonly SaleLine[], rate: Ppm): Cents[] {
  const includes = (line: SaleLine) => line.taxable && line.includesTax
  const gross = lines.filter(includes).map(({ amount }) => amount)
  const sum = sumCents(gross)
  if (sum === 0n) return lines.map(({ amount }) => amount)

  const divisor = MILLION + rate
  const net = cents((sum * MILLION + divisor / 2n) / divisor)
  const nets = prorate(net, gross).values()
  return lines.map((line) => (includes(line) ? (nets.next().value as Cents) : line.amount))
}
