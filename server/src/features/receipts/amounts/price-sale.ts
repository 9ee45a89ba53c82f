import {
  applyRate,
  type Cents,
  cents,
  type Ppm,
  prorate,
  prorateOrZero,
  sumCents,
} from '../../../lib/money.js'

/** A line of a sale, in the currency of the sale. */
export type SaleLine = {
  /** For the whole quantity. */
  amount: Cents
  taxable: boolean
  /** Whether the amount includes tax. */
  includesTax: boolean
}

/** A priced sale. Amounts, tax and fee sum to the total. */
export type PricedSale = {
  /** The amount of each line without tax. */
  amounts: Cents[]
  /** The share of each line in the tax. */
  taxes: Cents[]
  /** The share of each line in the fee. */
  fees: Cents[]
  tax: Cents
  fee: Cents
  total: Cents
}

const MILLION = 1_000_000n

/**
 * Adds tax and the processing fee to a sale. Tax is computed and rounded once over all taxable
 * lines, whether it is included in the price or added to it. The fee is computed once, on the total
 * including tax.
 */
export function priceSale(
  lines: readonly SaleLine[],
  { taxRate, feeRate }: { taxRate: Ppm; feeRate: Ppm },
): PricedSale {
  const sumOf = (isSummed: (line: SaleLine) => boolean) =>
    sumCents(lines.filter(isSummed).map(({ amount }) => amount))
  const netSum = sumOf((line) => line.taxable && !line.includesTax)
  const grossSum = sumOf(hasTaxInside)

  const amounts = takeTaxOut(lines, taxIn({ netSum: 0n, grossSum }, taxRate))
  const tax = taxIn({ netSum, grossSum }, taxRate)
  const beforeFee = cents(sumCents(amounts) + tax)
  const fee = applyRate(beforeFee, feeRate)
  const taxes = shareTax(lines, { amounts, tax, taxRate })
  const fees = prorateOrZero(
    fee,
    amounts.map((amount, index) => amount + (taxes[index] as Cents)),
  )
  return { amounts, taxes, fees, tax, fee, total: cents(beforeFee + fee) }
}

/** Shares the tax by what each line is taxed. A line that includes tax keeps its price. */
function shareTax(
  lines: readonly SaleLine[],
  { amounts, tax, taxRate }: { amounts: readonly Cents[]; tax: Cents; taxRate: Ppm },
): Cents[] {
  const weights = lines.map(({ amount, taxable, includesTax }, index) => {
    if (!taxable) return 0n
    return includesTax ? (amount - (amounts[index] as Cents)) * MILLION : amount * taxRate
  })
  return prorateOrZero(tax, weights)
}

function hasTaxInside(line: SaleLine): boolean {
  return line.taxable && line.includesTax
}

/** `netSum * rate + grossSum * rate / (1 + rate)`, rounded once, half up. */
function taxIn({ netSum, grossSum }: { netSum: bigint; grossSum: bigint }, rate: Ppm): Cents {
  const gross = MILLION + rate
  const divisor = MILLION * gross
  const exact = netSum * rate * gross + grossSum * rate * MILLION
  return cents((exact + divisor / 2n) / divisor)
}

/** Returns the amounts without tax, each reduced by its share of the included tax. */
function takeTaxOut(lines: readonly SaleLine[], tax: Cents): Cents[] {
  const gross = lines.filter(hasTaxInside).map(({ amount }) => amount)
  const sum = sumCents(gross)
  if (sum === 0n) return lines.map(({ amount }) => amount)

  const nets = prorate(cents(sum - tax), gross).values()
  return lines.map((line) => (hasTaxInside(line) ? (nets.next().value as Cents) : line.amount))
}
