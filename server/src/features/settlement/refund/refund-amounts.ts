import { AppError } from '../../../lib/errors.js'
import { type Cents, cents, centsFromDecimal, prorate, sumCents } from '../../../lib/money.js'
import { billParts } from '../../receipts/amounts/bill-parts.js'
import type { Receipt, RefundItem } from '../../receipts/receipt.js'

/** The amount of a refund, and the tax and fee within it. */
export type RefundAmounts = { usdCents: Cents; taxCents: Cents; feeCents: Cents }

/**
 * Computes a refund: the given amount, or the price of the given items with their tax and fee, or the whole remaining
 * amount.
 *
 * @throws {AppError} `invalid_usd` when the items cost nothing.
 */
export function refundAmounts(
  receipt: Receipt,
  { usdCents, items }: { usdCents: Cents | null; items: readonly RefundItem[] },
): RefundAmounts {
  const { salesMicros, taxes, feeMicros } = billParts(receipt, 0)
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

/** Adds tax and fee. Item prices are for the whole quantity, as on the receipt. */
function withCharges(
  items: readonly RefundItem[],
  { total, salesMicros }: { total: bigint; salesMicros: bigint },
): Cents {
  const net = sumCents(items.map(({ priceUsd }) => centsFromDecimal(priceUsd) ?? cents(0n)))
  if (net <= 0n)
    throw new AppError('invalid_usd', 'The total of items must be greater than zero. Or pass usd.')
  if (salesMicros === 0n) return net
  return cents((net * total * 2n + salesMicros) / (salesMicros * 2n))
}
