import { AppError } from '../../../lib/errors.js'
import { type Address, readWallet } from '../../../lib/hex.js'

/**
 * Requires that the `wallet` of a request, if any, is the merchant that the caller acts for.
 *
 * @throws {AppError} `invalid_wallet`, `forbidden`.
 */
export function requireSameMerchant(merchant: Address, wallet: string | undefined): void {
  if (wallet === undefined || readWallet('wallet', wallet) === merchant) return
  throw new AppError(
    'forbidden',
    'wallet is not the merchant that you act for. Omit it, or use a key of that merchant.',
  )
}
