import type { Address } from '../../../lib/hex.js'
import type { BaseUnits, Ppm } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Asset } from '../../../platform/chain/assets/asset.js'

/** The price at which a buyer was offered to pay in native token. */
export type NativeQuote = {
  merchant: Address
  receiptId: string
  symbol: Asset['symbol']
  quotedAt: UnixMs
  usdPerUnit: Ppm
  provider: string
  /** The amount the buyer was asked to pay. */
  units: BaseUnits
  expiresAt: UnixMs
}

/** One way to pay the amount due. */
export type PaymentOption = {
  symbol: Asset['symbol']
  /** Null for the native token. */
  token: Address | null
  decimals: number
  units: BaseUnits
  /** Null for a stablecoin, whose amount does not expire. */
  expiresAt: UnixMs | null
}
