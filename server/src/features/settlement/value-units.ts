import { assertNever } from '../../lib/assert-never.js'
import {
  type BaseUnits,
  baseUnits,
  type Cents,
  type Micros,
  micros,
  microsFromCents,
  type Ppm,
} from '../../lib/money.js'
import type { Asset } from './asset.js'

/** What a bill is in dollars and, of a native one, in its own currency. */
type Bill = { totalUsdCents: Cents; totalCents: Cents | null }

type Priced = {
  asset: Pick<Asset, 'symbol' | 'decimals'>
  bill: Bill
  /** Dollars per whole coin, for what has a market price. */
  usdPerUnit: Ppm | null
}

/** How much of an asset it takes to pay an amount: rounded up, so that paying exactly this is always enough. */
export function unitsFor(due: Micros, priced: Priced): BaseUnits {
  const { over, under } = priceOf(priced)
  return baseUnits((due * under + over - 1n) / over)
}

/** What an amount of an asset is worth: rounded down, so that one unit too little is never enough. */
export function valueUnits(units: BaseUnits, priced: Priced): Micros {
  const { over, under } = priceOf(priced)
  return micros((units * over) / under)
}

/** Millionths of a dollar per base unit, as a fraction: no rounding before the last step. */
function priceOf({ asset, bill, usdPerUnit }: Priced): { over: bigint; under: bigint } {
  const { symbol, decimals } = asset
  const wholeCoin = 10n ** BigInt(decimals)
  switch (symbol) {
    case 'USDC':
    case 'USDT':
      return { over: 1_000_000n, under: wholeCoin }
    case 'EURC':
      // By the rate that the receipt was made with, so that its euro total is exactly its dollar total.
      if (bill.totalCents === null) throw new Error('a bill without euros has no price in euros')
      return {
        over: microsFromCents(bill.totalUsdCents) * 100n,
        under: bill.totalCents * wholeCoin,
      }
    case 'ETH':
      if (usdPerUnit === null) throw new Error('coin needs a rate to be worth anything')
      return { over: usdPerUnit, under: wholeCoin }
    default:
      return assertNever(symbol)
  }
}
