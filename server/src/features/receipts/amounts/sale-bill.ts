import type { Currency } from '../../../lib/currencies.js'
import type { Cents, Ppm } from '../../../lib/money.js'
import { type PricedSale, priceSale, type SaleLine } from '../../pricing/price-sale.js'
import { valueInDollars } from '../../pricing/value-in-dollars.js'
import type { SaleTax } from '../../tax/resolve-sale-tax.js'
import type { Bill, ReceiptLine, Valuation } from '../receipt.js'

/** Something sold, with what its line on the receipt says. */
export type SoldLine = SaleLine & Pick<ReceiptLine, 'label' | 'qty' | 'itemId' | 'sku' | 'thumb'>

const bare = { qty: null, itemId: null, sku: null, thumb: null }

/**
 * The bill of a sale: what is sold, `Tax` and `Processing Fee`, both also when they are nothing. With
 * a valuation it is in that currency, and in dollars by its rate; without one in dollars alone.
 */
export function saleBill(input: {
  sold: readonly SoldLine[]
  tax: SaleTax
  feeRate: Ppm
  valuation: Valuation | null
}): Bill & { sale: PricedSale } {
  const { sold, tax, feeRate, valuation } = input
  const sale = priceSale(sold, { taxRate: tax.rate, feeRate })
  const labels = [
    ...sold.map(({ label, qty, itemId, sku, thumb }) => ({ label, qty, itemId, sku, thumb })),
    { label: 'Tax', ...bare },
    { label: 'Processing Fee', ...bare },
  ]
  const amounts = [...sale.amounts, sale.tax, sale.fee]
  const taxed = {
    jurisdictionCode: tax.jurisdictionCode,
    taxRate: tax.rate,
    taxComponents: tax.components.map(({ name }) => name),
    taxParts: tax.components,
  }

  const inDollars = valuation
    ? valueInDollars(amounts, valuation.usdPerUnit)
    : { total: sale.total, parts: amounts }
  const lines = labels.map((line, index) => ({
    ...line,
    usdCents: inDollars.parts[index] as Cents,
    amountCents: valuation ? (amounts[index] as Cents) : null,
  }))
  const currency: Currency = valuation?.currency ?? 'USD'
  const totals = { totalUsdCents: inDollars.total, totalCents: valuation ? sale.total : null }
  return { currency, ...totals, lines, valuation, ...taxed, sale }
}
