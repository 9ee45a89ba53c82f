import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { ppm } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { getMerchantRate } from '../../pricing/get-merchant-rate.js'
import { valueInDollars } from '../../pricing/value-in-dollars.js'
import type { Bill, ReceiptLine } from '../receipt.js'
import type { GivenBill } from './read-receipt-bill.js'

/**
 * Converts a bill to dollars at the current rate. A bill in dollars stays as it is.
 *
 * @throws {AppError} `exchange_rate_unavailable`, `invalid_input` when the total is worth less than a cent.
 */
export async function valueBill(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { merchant, bill }: { merchant: Address; bill: GivenBill },
): Promise<Bill> {
  const { kind, currency, lines, total } = bill
  const untaxed = { jurisdictionCode: null, taxRate: ppm(0n), taxComponents: [], taxParts: [] }
  const plain = (index: number): Omit<ReceiptLine, 'usdCents' | 'amountCents'> => ({
    kind: 'item',
    label: lines[index]?.label ?? '',
    qty: lines[index]?.qty ?? null,
    itemId: null,
    sku: null,
    thumb: null,
  })
  if (kind === 'legacy') {
    const legacy = lines.map(({ amount }, index) => ({
      ...plain(index),
      usdCents: amount,
      amountCents: null,
    }))
    const bare = { totalCents: null, valuation: null }
    return { currency, totalUsdCents: total, ...bare, lines: legacy, ...untaxed }
  }

  const { usdPerUnit, quotedAt, provider } = await getMerchantRate(ctx, {
    merchant,
    unit: currency,
  })
  const amounts = lines.map(({ amount }) => amount)
  const { total: totalUsdCents, parts } = valueInDollars(amounts, usdPerUnit)
  if (totalUsdCents <= 0n)
    throw new AppError('invalid_input', 'total must be worth at least one US cent')
  const valued = parts.map((usdCents, index) => ({
    ...plain(index),
    usdCents,
    amountCents: amounts[index] ?? null,
  }))
  const valuation = { currency, usdPerUnit, quotedAt, provider }
  return { currency, totalUsdCents, totalCents: total, lines: valued, valuation, ...untaxed }
}
