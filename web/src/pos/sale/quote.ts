import type { Currency } from './cart.js'

/** A line of a quote or receipt, in its currency. */
type BillLine = { label: string; cents: number; qty: number | null; sku: string | null }

/** The amounts of a quote or receipt, as the service calculated them. */
export type Bill = {
  currency: Currency
  goods: readonly BillLine[]
  discountCents: number
  tipCents: number
  taxCents: number
  feeCents: number
  totalCents: number
}

type WireLine = { label: string; priceUsd: number; amount?: number; qty?: number; sku?: string }

/** A quote or a receipt on the wire. */
export type WireBill = {
  currency: string
  total?: number
  totalUsd: number
  lineItems: readonly WireLine[]
}

/**
 * Reads the amounts of a quote or receipt. The service appends discount, tip, tax and fee in this
 * order, each without a quantity.
 */
export function readBill({ currency, total, totalUsd, lineItems }: WireBill): Bill {
  const lines = lineItems.map(({ label, priceUsd, amount, qty, sku }) => ({
    label,
    cents: toCents(amount ?? priceUsd),
    qty: qty ?? null,
    sku: sku ?? null,
  }))
  const rest = [...lines]
  const take = (label: string): number => {
    const last = rest.at(-1)
    if (last?.label !== label || last.qty !== null || last.sku !== null) return 0
    rest.pop()
    return last.cents
  }
  const feeCents = take('Processing Fee')
  const taxCents = take('Tax')
  const tipCents = take('Tip')
  // A typed amount may have the same label, but is never negative.
  const discountCents = (rest.at(-1)?.cents ?? 0) < 0 ? take('Discount') : 0
  return {
    currency: currency === 'EUR' ? 'EUR' : 'USD',
    goods: rest,
    discountCents,
    tipCents,
    taxCents,
    feeCents,
    totalCents: toCents(total ?? totalUsd),
  }
}

/** Returns the price of the goods before the discount. */
export function goodsCentsOf({ goods }: Pick<Bill, 'goods'>): number {
  return goods.reduce((sum, { cents }) => sum + cents, 0)
}

export function toCents(amount: number): number {
  return Math.round(amount * 100)
}
