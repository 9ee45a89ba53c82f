import {
  type BaseUnits,
  baseUnits,
  type Micros,
  micros,
  type Ppm,
  ppm,
} from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { type Asset, findAsset, isAccepted } from '../../../platform/chain/assets/asset.js'
import { isCounted } from '../../../platform/chain/assets/value-payments.js'
import { needsRate, valueUnits } from '../../../platform/chain/assets/value-units.js'
import type { TxContext } from '../../../platform/context.js'
import type { Payment } from '../../payments/payment.js'
import { findPriceAt } from '../../payments/quote/quote-native.js'
import type { Receipt } from '../../receipts/receipt.js'

/**
 * Classifies new payments: whether each counts, and its value. A classification is final, whatever
 * the shop accepts or a the token costs later. Native token is valued at the quote in force when it
 * was paid, or else at the current rate. So are euros for a bill in dollars, which have no quote.
 * Without a rate they stay unclassified.
 */
export async function classifyPayments(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  input: { receipt: Receipt; acceptedTokens: readonly string[]; payments: readonly Payment[] },
): Promise<Payment[]> {
  const { receipt, acceptedTokens } = input
  const classified: Payment[] = []
  const sums: Sums = new Map()
  const priceAt = rememberPrices(ctx, receipt)
  const add = (payment: Payment) => {
    classified.push(payment)
    if (isCounted(payment)) sums.set(sumKeyOf(payment), sumWith(sums, payment))
  }
  for (const payment of input.payments) {
    // An orphaned payment would be worth nothing for good, and may return.
    if (payment.usdMicros !== null || payment.state === 'orphaned') {
      add(payment)
      continue
    }
    const asset = findAsset(payment.chainId, payment.token)
    const isPriced = asset !== null && needsRate(asset, receipt)
    const usdPerUnit = isPriced ? await findPrice(priceAt, { asset, payment }) : null
    if (isPriced && usdPerUnit === null) {
      add(payment)
      continue
    }
    // The subscriber agreed on the token of a charge, whatever the shop accepts now.
    const isAcceptedAsset =
      asset !== null && (payment.kind === 'charge' || isAccepted(asset, receipt, acceptedTokens))
    const mismatch = payment.mismatch ?? (isAcceptedAsset ? null : 'wrong_token')
    const priced: Payment = { ...payment, mismatch, usdPerUnit }
    const usdMicros = asset ? worthOf(priced, { asset, receipt, sums }) : micros(0n)
    add({ ...priced, usdMicros })
  }
  return classified
}

/**
 * Returns the value that a payment adds to the earlier ones, so that the values always sum to the
 * whole. A payment that does not count is valued on its own.
 */
function worthOf(
  payment: Payment,
  { asset, receipt, sums }: { asset: Asset; receipt: Receipt; sums: Sums },
): Micros {
  const worthIn = (units: BaseUnits) =>
    valueUnits(units, { asset, bill: receipt, usdPerUnit: payment.usdPerUnit })
  if (payment.mismatch !== null) return worthIn(payment.units)
  if (!isCounted(payment)) return micros(0n)
  const before = sums.get(sumKeyOf(payment)) ?? baseUnits(0n)
  return micros(worthIn(sumWith(sums, payment)) - worthIn(before))
}

/** The units counted so far, by asset and rate: other assets and rates do not affect a value. */
type Sums = Map<string, BaseUnits>

function sumKeyOf({ token, usdPerUnit }: Payment): string {
  return `${token} ${usdPerUnit}`
}

function sumWith(sums: Sums, payment: Payment): BaseUnits {
  return baseUnits((sums.get(sumKeyOf(payment)) ?? 0n) + payment.units)
}

/**
 * Returns the price of a payment, or null. Native token that arrived at two times has the average
 * price of its parts, rounded up, so that its value never falls below theirs.
 */
async function findPrice(
  priceAt: PriceAt,
  { asset, payment }: { asset: Asset; payment: Payment },
): Promise<Ppm | null> {
  const { paidAt, units, parts } = payment
  if (parts.length === 0) return priceAt(asset, paidAt)
  let weightedPrice = 0n
  for (const part of parts) {
    const price = await priceAt(asset, part.paidAt)
    if (price === null) return null
    weightedPrice += price * part.units
  }
  return ppm((weightedPrice + units - 1n) / units)
}

type PriceAt = ReturnType<typeof rememberPrices>

/** Finds each price once, because third parties can make any number of payments. */
function rememberPrices(ctx: Pick<TxContext, 'db' | 'now' | 'config'>, receipt: Receipt) {
  const prices = new Map<string, Promise<Ppm | null>>()
  return ({ symbol }: Asset, at: UnixMs): Promise<Ppm | null> => {
    // Only native token has quotes, so only its price depends on the time.
    const key = symbol === 'ETH' ? `${symbol} ${at}` : symbol
    const price = prices.get(key) ?? findPriceAt(ctx, { symbol, receipt, at })
    prices.set(key, price)
    return price
  }
}
