import { AppError } from '../lib/errors.js'
import { type Address, parseAddress } from '../lib/hex.js'

/**
 * Parses a wallet in a field.
 *
 * @throws {AppError} `invalid_wallet`.
 */
export function readWallet(field: string, text: string): Address {
  const wallet = parseAddress(text)
  if (!wallet) throw new AppError('invalid_wallet', `${field} must be a wallet address.`)
  return wallet
}
