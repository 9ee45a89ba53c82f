import type { Address } from '../../../lib/hex.js'
import type { BaseUnits, Ppm } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Asset } from '../asset.js'

/** What a coin cost when a buyer was told how much of it to pay. */
export type CoinQuote = {
  merchant: Address
  receiptId: string
  symbol: Asset['symbol']
  quotedAt: UnixMs
  usdPerUnit: Ppm
  provider: string
  /** What was asked for then. */
  units: BaseUnits
  expiresAt: UnixMs
}

/** One way to pay what is due. */
export type PaymentOption = {
  symbol: Asset['symbol']
  /** `null` for the chain's own coin. */
  token: Address | null
  decimals: number
  units: BaseUnits
  /** Until when that is enough; `null` for what follows the receipt's own currency. */
  expiresAt: UnixMs | null
}
