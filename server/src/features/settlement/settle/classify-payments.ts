import { type Micros, micros, type Ppm } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { findRate } from '../../rates/find-rate.js'
import type { Receipt } from '../../receipts/receipt.js'
import { type Asset, findAsset, isAccepted } from '../asset.js'
import type { Payment } from '../payment.js'
import { findQuoteAt } from '../quote/store.js'
import { valuePayments } from '../value-payments.js'
import { valueUnits } from '../value-units.js'

/**
 * Says of each payment nobody has looked at yet whether it counts, and what it is worth. Once said it stays so,
 * whatever the shop accepts or a coin costs later. Coin counts by the quote of its time, or else by the rate of now;
 * while there is neither, it waits.
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
    const usdPerUnit = asset?.symbol === 'ETH' ? await findPrice(ctx, payment) : null
    if (asset?.symbol === 'ETH' && usdPerUnit === null) {
      classified.push(payment)
      continue
    }
    const isWanted = asset !== null && isAccepted(asset, receipt, acceptedTokens)
    const mismatch = payment.mismatch ?? (isWanted ? null : 'wrong_token')
    const priced: Payment = { ...payment, mismatch, usdPerUnit }
    const usdMicros = asset ? worthOf(priced, { asset, receipt, before: classified }) : micros(0n)
    classified.push({ ...priced, usdMicros })
  }
  return classified
}

/**
 * By how much a payment raises what all of them are worth, so that these sums are always the whole. What does not
 * count has its value by itself.
 */
function worthOf(
  payment: Payment,
  { asset, receipt, before }: { asset: Asset; receipt: Receipt; before: readonly Payment[] },
): Micros {
  // Euros are worth something only where the bill says how much.
  if (asset.symbol === 'EURC' && receipt.totalCents === null) return micros(0n)
  if (payment.mismatch !== null) {
    return valueUnits(payment.units, { asset, bill: receipt, usdPerUnit: payment.usdPerUnit })
  }
  // Those in other assets, or at other rates, make no difference to it.
  const same = before.filter(
    ({ token, usdPerUnit }) => token === payment.token && usdPerUnit === payment.usdPerUnit,
  )
  return micros(valuePayments([...same, payment], receipt) - valuePayments(same, receipt))
}

async function findPrice(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { merchant, receiptId, paidAt }: Payment,
): Promise<Ppm | null> {
  const quote = await findQuoteAt(ctx.db, { merchant, receiptId, symbol: 'ETH', at: paidAt })
  if (quote) return quote.usdPerUnit
  const rate = await findRate(ctx, 'ETH')
  return rate.kind === 'rate' ? rate.usdPerUnit : null
}
