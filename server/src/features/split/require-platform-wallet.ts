import { AppError } from '../../lib/errors.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import type { Config } from '../../platform/config/config.js'

/**
 * The wallet that gets the platform's share of every split.
 *
 * @throws {AppError} `platform_recipient_not_configured`.
 */
export function requirePlatformWallet({ platformWallet }: Pick<Config, 'platformWallet'>): Address {
  const wallet = platformWallet === undefined ? null : parseAddress(platformWallet)
  if (wallet) return wallet
  throw new AppError(
    'platform_recipient_not_configured',
    "There is no wallet for the platform's share yet; ask the operator to set PLATFORM_WALLET",
  )
}
