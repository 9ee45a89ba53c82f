import { AppError } from '../../lib/errors.js'
import { type Address, parseAddress } from '../../lib/hex.js'
import type { Config } from '../../platform/config/config.js'

/**
 * Returns the wallet that receives the platform's share of every split.
 *
 * @throws {AppError} `platform_recipient_not_configured`.
 */
export function requirePlatformWallet({ platformWallet }: Pick<Config, 'platformWallet'>): Address {
  const wallet = platformWallet === undefined ? null : parseAddress(platformWallet)
  if (wallet) return wallet
  throw new AppError(
    'platform_recipient_not_configured',
    "The platform's wallet is not configured. Ask the operator to set PLATFORM_WALLET.",
  )
}
