import { invalidInput } from '../../lib/errors.js'
import { type Address, readWallet } from '../../lib/hex.js'
import { invalidCursor } from '../../platform/http/read-query.js'
import type { BuyerBody } from './schemas.js'

/** A buyer, or a receipt of theirs, and the receipt after which a batch starts. */
export type NamedBuyer = {
  wallet: Address | null
  email: string | null
  receiptId: string | null
  after: string
}

/**
 * Reads the buyer that a request names.
 *
 * @throws {AppError} `invalid_wallet`, `invalid_input`.
 */
export function readBuyer({ buyerWallet, email, receiptId, cursor }: BuyerBody): NamedBuyer {
  const wallet = buyerWallet === undefined ? null : readWallet('buyerWallet', buyerWallet)
  const address = email?.trim().toLowerCase() ?? null
  if (address !== null && !/^[^\s@]+@[^\s@]+$/.test(address)) {
    throw invalidInput('email must be an e-mail address.')
  }
  if (wallet === null && address === null && receiptId === undefined) {
    throw invalidInput('Name the buyer: pass buyerWallet, email or receiptId.')
  }
  return { wallet, email: address, receiptId: receiptId ?? null, after: readCursor(cursor) }
}

/** Writes the cursor of the batch after a receipt. */
export function writeCursor(receiptId: string): string {
  return `after.${receiptId}`
}

function readCursor(text = ''): string {
  if (text === '') return ''
  const [, receiptId = ''] = /^after\.(.{1,128})$/s.exec(text) ?? []
  if (receiptId === '') throw invalidCursor()
  return receiptId
}
