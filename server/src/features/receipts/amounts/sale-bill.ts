import type { Currency } from '../../../lib/currencies.js'
import type { Cents, Ppm } from '../../../lib/money.js'
import { type PricedSale, priceSale, type SaleLine } from '../../pricing/price-sale.js'
import { valueInDollars } from '../../pricing/value-in-dollars.js'
import type { SaleTax } from '../../tax/resolve-sale-tax.js'
import type { Bill, ReceiptLine, Valuation } from '../receipt.js'

/** An item sold, with the fields its receipt line shows. */
export type SoldLine = SaleLine &
  Pick<ReceiptLine, 'qty' | 'itemId' | 'sku' | 'thumb'> & { label: string }

const bare = { label: null, qty: null, itemId: null, sku: null, thumb: null }

/**
 * Returns the bill of a sale: its items, then a tax and a fee line, even when they are zero. With a valuation, amounts
 * are in that currency and converted to dollars; without one, they are in dollars only.
 */
export function saleBill(input: {
  sold: readonly SoldLine[]
  tax: SaleTax
  feeRate: Ppm
  valuation: Valuation | null
}): Bill & { sale: PricedSale } {
  const { sold, tax, feeRate, valuation } = input
  const sale = priceSale(sold, { taxRate: tax.rate, feeRate })
  const descriptions = [
    ...sold.map(({ label, qty, itemId, sku, thumb }) => ({
      kind: 'item' as const,
      label,
      qty,
      itemId,
      sku,
      thumb,
    })),
    { kind: 'tax' as const, ...bare },
    { kind: 'fee' as const, ...bare },
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
  const lines = descriptions.map((line, index) => ({
    ...line,
    usdCents: inDollars.parts[index] as Cents,
    amountCents: valuation ? (amounts[index] as Cents) : null,
  }))
  const currency: Currency = valuation?.currency ?? 'USD'
  const totals = { totalUsdCents: inDollars.total, totalCents: valuation ? sale.total : null }
  return { currency, ...totals, lines, valuation, ...taxed, sale }
}
