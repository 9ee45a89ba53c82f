import type { Address } from '../../../lib/hex.js'
import { type Micros, micros, microsFromCents, type Ppm } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { findRate } from '../../rates/find-rate.js'
import { type Asset, findAsset } from '../asset.js'
import { dustMicros } from '../dust.js'
import type { ReceiptRef } from '../payment.js'
import { type Bill, needsRate, valueUnits } from '../value-units.js'
import type { FoundPayment } from './found-payment-store.js'
import { listMovingCoin, listRecorded } from './recorded-payment-store.js'

/** How many payments of any value a receipt records. */
export const mostSmall = 200
/** How many payments a receipt records in all. */
export const mostRecorded = 2_000
/** The part of the bill that a payment beyond `mostSmall` must be worth. */
const minShare = 100n

type DropContext = Pick<TxContext, 'db' | 'config' | 'now'>

/**
 * Drops payments of receipts that have very many. Strangers can send dust for almost nothing, and each settlement reads all
 * payments of its receipt. From 200 payments on, a receipt records only those worth a hundredth of its total and at least a
 * cent. From 2,000 on it records none, because it was then paid many times over.
 *
 * No money is lost. It leaves the deposit address with the next flush, and what the known deposits do not explain is one
 * payment. The books of a split learn of it when the split pays it out.
 */
export async function dropExcess(
  ctx: DropContext,
  payments: readonly FoundPayment[],
): Promise<FoundPayment[]> {
  // Each receipt of a charge has one payment.
  const counted = payments.filter(({ kind }) => kind !== 'charge')
  if (counted.length === 0) return [...payments]
  const recorded = await listRecorded(ctx.db, { refs: distinct(counted), most: mostRecorded })
  const receipts = new Map(recorded.map((one) => [nameOf(one), one]))
  const isLarge = createSizes(ctx)
  const isMoving = await findMoving(ctx, counted)
  const kept: FoundPayment[] = []
  for (const payment of payments) {
    const receipt = payment.kind === 'charge' ? undefined : receipts.get(nameOf(payment))
    if (receipt && receipt.count >= mostSmall && !isMoving(payment)) {
      if (receipt.count >= mostRecorded || !(await isLarge(payment, receipt.bill))) continue
    }
    if (receipt) receipt.count += 1
    kept.push(payment)
  }
  return kept
}

const nameOf = ({ merchant, receiptId }: ReceiptRef): string => `${merchant} ${receiptId}`

function distinct(payments: readonly FoundPayment[]): FoundPayment[] {
  return [...new Map(payments.map((payment) => [nameOf(payment), payment])).values()]
}

/** Returns a check for coin that a flush of ours moved. Its payment ends the flush, so it is always recorded. */
async function findMoving(
  { db, config: { chainId } }: DropContext,
  payments: readonly FoundPayment[],
): Promise<(payment: FoundPayment) => boolean> {
  const coin = payments.filter(({ kind }) => kind === 'native')
  const addresses = [...new Set(coin.flatMap(({ depositAddress }) => depositAddress ?? []))]
  const moving =
    addresses.length === 0 ? new Set<Address>() : await listMovingCoin(db, { chainId, addresses })
  return ({ kind, depositAddress }) =>
    kind === 'native' && depositAddress !== null && moving.has(depositAddress)
}

/** Returns a check for payments that are worth recording. Finds each rate once. */
function createSizes(ctx: DropContext) {
  const rates = new Map<Asset['symbol'], Promise<Ppm | null>>()
  const rateOf = (symbol: Asset['symbol']): Promise<Ppm | null> => {
    const rate = rates.get(symbol) ?? findUsdPerUnit(ctx, symbol)
    rates.set(symbol, rate)
    return rate
  }
  return async ({ token, units, mismatch }: FoundPayment, bill: Bill): Promise<boolean> => {
    const asset = findAsset(ctx.config.chainId, token)
    // Money that the payer keeps, or of no known value, costs nothing to send.
    if (!asset || mismatch !== null) return false
    const usdPerUnit = needsRate(asset, bill) ? await rateOf(asset.symbol) : null
    if (needsRate(asset, bill) && usdPerUnit === null) return true
    return valueUnits(units, { asset, bill, usdPerUnit }) >= leastOf(bill)
  }
}

async function findUsdPerUnit(ctx: DropContext, symbol: Asset['symbol']): Promise<Ppm | null> {
  const rate = await findRate(ctx, symbol)
  return rate.kind === 'rate' ? rate.usdPerUnit : null
}

function leastOf({ totalUsdCents }: Bill): Micros {
  const share = microsFromCents(totalUsdCents) / minShare
  return share > dustMicros ? micros(share) : dustMicros
}
