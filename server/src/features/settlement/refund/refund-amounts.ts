import { AppError } from '../../../lib/errors.js'
import { type Cents, cents, centsFromDecimal, prorate, sumCents } from '../../../lib/money.js'
import { billParts } from '../../receipts/amounts/bill-parts.js'
import type { Receipt, RefundItem } from '../../receipts/receipt.js'

/** What is given back, and what of it is tax and fee. */
export type RefundAmounts = { usdCents: Cents; taxCents: Cents; feeCents: Cents }

/**
 * How much a refund is: as much as is said, or what some items cost with the tax and fee that belong to them, or
 * everything that is left.
 *
 * @throws {AppError} `invalid_usd` when the items cost nothing.
 */
export function refundAmounts(
  receipt: Receipt,
  { usdCents, items }: { usdCents: Cents | null; items: readonly RefundItem[] },
): RefundAmounts {
  const { salesMicros, taxes, feeMicros } = billParts(receipt)
  const taxMicros = taxes.reduce((sum, tax) => sum + tax.micros, 0n)
  const left = cents(receipt.totalUsdCents - receipt.refundedUsdCents)
  const forItems = () =>
    withCharges(items, { total: salesMicros + taxMicros + feeMicros, salesMicros })
  const amount = usdCents ?? (items.length > 0 ? forItems() : left)
  const [, taxCents, feeCents] = prorate(amount, [salesMicros, taxMicros, feeMicros]) as [
    Cents,
    Cents,
    Cents,
  ]
  return { usdCents: amount, taxCents, feeCents }
}

/** Prices are for the whole quantity, as on the receipt, and without tax and fee. */
function withCharges(
  items: readonly RefundItem[],
  { total, salesMicros }: { total: bigint; salesMicros: bigint },
): Cents {
  const net = sumCents(items.map(({ priceUsd }) => centsFromDecimal(priceUsd) ?? cents(0n)))
  if (net <= 0n) throw new AppError('invalid_usd', 'items must cost something; or say usd')
  if (salesMicros === 0n) return net
  return cents((net * total * 2n + salesMicros) / (salesMicros * 2n))
}
