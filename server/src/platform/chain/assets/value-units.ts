import { assertNever } from '../../../lib/errors.js'
import {
  type BaseUnits,
  baseUnits,
  type Cents,
  type Currency,
  type Micros,
  micros,
  microsFromCents,
  type Ppm,
} from '../../../lib/money.js'
import type { Asset } from './asset.js'

/** The total of a bill in dollars and, if it has one, in its own currency, maybe also dollars. */
export type Bill = { currency: Currency; totalUsdCents: Cents; totalCents: Cents | null }

type PriceInput = {
  asset: Pick<Asset, 'symbol' | 'decimals'>
  bill: Bill
  /** Dollars per whole token, for market prices: ETH, and EURC unless the bill is in euros. */
  usdPerUnit: Ppm | null
}

/** Converts an amount to units of an asset, rounded up so that these units always cover it. */
export function unitsFor(due: Micros, priced: PriceInput): BaseUnits {
  const { numerator, denominator } = priceOf(priced)
  return baseUnits((due * denominator + numerator - 1n) / numerator)
}

/** Values units of an asset, rounded down so that one unit less never covers an amount. */
export function valueUnits(units: BaseUnits, priced: PriceInput): Micros {
  const { numerator, denominator } = priceOf(priced)
  return micros((units * numerator) / denominator)
}

/** Returns whether an asset has no fixed price for a bill. */
export function needsRate(
  { symbol }: Pick<Asset, 'symbol'>,
  bill: Pick<Bill, 'currency' | 'totalCents'>,
): boolean {
  return symbol === 'ETH' || (symbol === 'EURC' && !isInEuros(bill))
}

function isInEuros({ currency, totalCents }: Pick<Bill, 'currency' | 'totalCents'>): boolean {
  return currency === 'EUR' && totalCents !== null
}

/** Returns micro-dollars per base unit as a fraction, so that only the last step rounds. */
function priceOf({ asset, bill, usdPerUnit }: PriceInput): {
  numerator: bigint
  denominator: bigint
} {
  const { symbol, decimals } = asset
  const wholeToken = 10n ** BigInt(decimals)
  switch (symbol) {
    case 'USDC':
    case 'USDT':
      return { numerator: 1_000_000n, denominator: wholeToken }
    case 'EURC':
      if (usdPerUnit !== null) return { numerator: usdPerUnit, denominator: wholeToken }
      // Use the receipt's own rate, so that its euro total is worth exactly its dollar total.
      if (!isInEuros(bill) || bill.totalCents === null) {
        throw new Error('the bill has no total in euros')
      }
      return {
        numerator: microsFromCents(bill.totalUsdCents) * 100n,
        denominator: bill.totalCents * wholeToken,
      }
    case 'ETH':
      if (usdPerUnit === null) throw new Error('native token needs a rate')
      return { numerator: usdPerUnit, denominator: wholeToken }
    default:
      return assertNever(symbol)
  }
}
