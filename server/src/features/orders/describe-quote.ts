import { type Cents, centsToDecimal, ppmToDecimal, prorate } from '../../lib/money.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import { describeLine } from '../receipts/describe-receipt.js'
import type { SaleTax } from '../tax/resolve-sale-tax.js'
import type { PreparedOrder } from './prepare-order.js'

/** How long prices and rates can be counted on to stay much the same. Nothing is set aside meanwhile. */
const validForMs = 10 * 60_000

/** What an order would cost. */
export function describeQuote(
  { bill, tax, sale }: Pick<PreparedOrder, 'bill' | 'tax' | 'sale'>,
  now: UnixMs,
) {
  const { currency, totalCents, totalUsdCents, lines, jurisdictionCode, taxComponents } = bill
  return {
    currency,
    ...(totalCents === null ? {} : { total: centsToDecimal(totalCents) }),
    totalUsd: centsToDecimal(totalUsdCents),
    lineItems: lines.map(describeLine),
    jurisdictionCode,
    taxRate: ppmToDecimal(bill.taxRate),
    taxComponents,
    taxBreakdown: breakDown(tax, sale.tax),
    expiresAt: unixMs(now + validForMs),
  }
}

/** What of the tax goes where; the parts sum to it. */
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
