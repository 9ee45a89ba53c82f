import { type Micros, micros, type Ppm } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { findRate } from '../../rates/find-rate.js'
import type { Receipt } from '../../receipts/receipt.js'
import { type Asset, findAsset, isAccepted } from '../asset.js'
import type { Payment } from '../payment.js'
import { findQuoteAt } from '../quote/store.js'
import { valuePayments } from '../value-payments.js'
import { needsRate, valueUnits } from '../value-units.js'

/**
 * Classifies new payments: whether each counts, and its value. A classification is final, whatever the shop accepts or a
 * coin costs later. Native coin is valued at the quote in force when it was paid, or else at the current rate. So are euros
 * for a bill in dollars, which have no quote. Without a rate they stay unclassified.
 */
export async function classifyPayments(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  input: { receipt: Receipt; acceptedTokens: readonly string[]; payments: readonly Payment[] },
): Promise<Payment[]> {
  const { receipt, acceptedTokens } = input
  const classified: Payment[] = []
  for (const payment of input.payments) {
    if (payment.usdMicros !== null) {
      classified.push(payment)
      continue
    }
    const asset = findAsset(payment.chainId, payment.token)
    const isPriced = asset !== null && needsRate(asset, receipt)
    const usdPerUnit = isPriced ? await findPrice(ctx, { asset, payment }) : null
    if (isPriced && usdPerUnit === null) {
      classified.push(payment)
      continue
    }
    const isAcceptedAsset = asset !== null && isAccepted(asset, receipt, acceptedTokens)
    const mismatch = payment.mismatch ?? (isAcceptedAsset ? null : 'wrong_token')
    const priced: Payment = { ...payment, mismatch, usdPerUnit }
    const usdMicros = asset ? worthOf(priced, { asset, receipt, before: classified }) : micros(0n)
    classified.push({ ...priced, usdMicros })
  }
  return classified
}

/**
 * Returns the value that a payment adds to the earlier ones, so that the values always sum to the whole. A payment that
 * does not count is valued on its own.
 */
function worthOf(
  payment: Payment,
  { asset, receipt, before }: { asset: Asset; receipt: Receipt; before: readonly Payment[] },
): Micros {
  if (payment.mismatch !== null) {
    return valueUnits(payment.units, { asset, bill: receipt, usdPerUnit: payment.usdPerUnit })
  }
  // Payments in other assets or at other rates do not affect its value.
  const same = before.filter(
    ({ token, usdPerUnit }) => token === payment.token && usdPerUnit === payment.usdPerUnit,
  )
  return micros(valuePayments([...same, payment], receipt) - valuePayments(same, receipt))
}

async function findPrice(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { asset: { symbol }, payment }: { asset: Asset; payment: Payment },
): Promise<Ppm | null> {
  const { merchant, receiptId, paidAt: at } = payment
  const quote =
    symbol === 'ETH' ? await findQuoteAt(ctx.db, { merchant, receiptId, symbol, at }) : null
  if (quote) return quote.usdPerUnit
  const rate = await findRate(ctx, symbol)
  return rate.kind === 'rate' ? rate.usdPerUnit : null
}
