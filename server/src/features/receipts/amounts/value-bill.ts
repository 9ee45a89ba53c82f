import { invalidInput } from '../../../lib/errors.js'
import { ppm } from '../../../lib/money.js'
import { type SaleFacts, valueAt } from '../create/gather-sale-facts.js'
import type { Bill } from '../receipt.js'
import type { GivenBill } from './read-receipt-bill.js'
import { type PlainLine, shareLines } from './share-lines.js'
import { valueInDollars } from './value-in-dollars.js'

/**
 * Converts a bill to dollars at the current rate. A bill in dollars stays as it is.
 *
 * @throws {AppError} `exchange_rate_unavailable`, `invalid_input` when the total is worth less than
 *   a cent.
 */
export function valueBill(facts: Pick<SaleFacts, 'rates'>, bill: GivenBill): Bill {
  const { kind, currency, lines, total } = bill
  const untaxed = { jurisdictionCode: null, taxRate: ppm(0n), taxComponents: [], taxParts: [] }
  const plain = (index: number): Omit<PlainLine, 'usdCents' | 'amountCents'> => ({
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
    return { currency, totalUsdCents: total, ...bare, lines: shareLines(legacy), ...untaxed }
  }

  const valuation = valueAt(facts, currency)
  const amounts = lines.map(({ amount }) => amount)
  const { total: totalUsdCents, parts } = valueInDollars(amounts, valuation.usdPerUnit)
  if (totalUsdCents <= 0n) throw invalidInput('total must be worth at least one US cent')
  const valued = parts.map((usdCents, index) => ({
    ...plain(index),
    usdCents,
    amountCents: amounts[index] ?? null,
  }))
  const shared = shareLines(valued)
  return { currency, totalUsdCents, totalCents: total, lines: shared, valuation, ...untaxed }
}
