import { readWallet } from '../../auth/read-wallet.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { BuyerQuery } from './schemas.js'

/** A buyer, and the receipt after which a batch starts. */
export type NamedBuyer = { wallet: Address | null; email: string | null; after: string }

/**
 * Reads the buyer that a request names.
 *
 * @throws {AppError} `invalid_wallet`, `invalid_input`.
 */
export function readBuyer({ buyerWallet, email, cursor = '' }: BuyerQuery): NamedBuyer {
  const wallet = buyerWallet === undefined ? null : readWallet('buyerWallet', buyerWallet)
  const address = email?.trim().toLowerCase() ?? null
  if (address !== null && !/^[^\s@]+@[^\s@]+$/.test(address)) {
    throw new AppError('invalid_input', 'email must be an e-mail address.')
  }
  if (wallet === null && address === null) {
    throw new AppError('invalid_input', 'Name the buyer: pass buyerWallet, email or both.')
  }
  return { wallet, email: address, after: cursor }
}
