import type { Address } from '../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import { listTokens, nativeToken } from '../../platform/chain/tokens.js'

/** A currency that a reserve can be in. */
export type ReserveCurrency = { currency: string; token: Address; decimals: number }

/** The money of a merchant in one currency. */
export type Holding = ReserveCurrency & {
  /** Due to the merchant from its splits. */
  releasable: BaseUnits
  /** At deposit addresses of receipts, before the split takes the shares of others. */
  deposits: BaseUnits
  /** In the wallet that payouts go to. */
  wallet: BaseUnits
}

/** The money of a merchant on chain at one time. */
export type Reserve = {
  readAt: UnixMs
  holdings: Holding[]
  /** False when the merchant has more splits or deposits than one call can read. */
  isComplete: boolean
}

/** Lists the currencies of reserves on a chain. */
export function listCurrencies(chainId: number): ReserveCurrency[] {
  const tokens = listTokens(chainId).map(({ symbol, address, decimals }) => ({
    currency: symbol,
    token: address,
    decimals,
  }))
  return [...tokens, { currency: 'ETH', token: nativeToken, decimals: 18 }]
}

/** Returns the total of a holding. */
export function heldOf({ releasable, deposits, wallet }: Holding): BaseUnits {
  return baseUnits(releasable + deposits + wallet)
}
