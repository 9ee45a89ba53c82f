import { type Cents, centsToDecimal, ppmToDecimal, prorate } from '../../../lib/money.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import type { ThumbOf } from '../../media/load-thumbs.js'
import { describeLine } from '../../receipts/read/describe-receipt.js'
import type { SaleTax } from '../../tax/resolve-sale-tax.js'
import type { PricedOrder } from './price-order.js'

/** How long a quote stays a good estimate. It holds no stock and fixes no price. */
const validForMs = 10 * 60_000

/** Returns the quote of a priced order. */
export function describeQuote(
  { bill, tax, sale }: Pick<PricedOrder, 'bill' | 'tax' | 'sale'>,
  { now, thumbOf }: { now: UnixMs; thumbOf: ThumbOf },
) {
  const { currency, totalCents, totalUsdCents, lines, jurisdictionCode, taxComponents } = bill
  return {
    currency,
    ...(totalCents === null ? {} : { total: centsToDecimal(totalCents) }),
    totalUsd: centsToDecimal(totalUsdCents),
    lineItems: lines.map((line) => describeLine(line, thumbOf)),
    jurisdictionCode,
    taxRate: ppmToDecimal(bill.taxRate),
    taxComponents,
    taxBreakdown: breakDown(tax, sale.tax),
    expiresAt: unixMs(now + validForMs),
  }
}

/** Splits the tax by component. The parts sum to the tax. */
function breakDown({ components, rate }: SaleTax, tax: Cents) {
  if (components.length === 0 || rate === 0n) return []
  const amounts = prorate(
    tax,
    components.map((component) => component.rate),
  )
  return components.map(({ code, name, rate: part }, index) => ({
    code,
    name,
    rate: ppmToDecimal(part),
    amount: centsToDecimal(amounts[index] as Cents),
  }))
}
