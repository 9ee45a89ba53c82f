import { AppError } from '../lib/errors.js'
import { type Address, checksumAddress, parseAddress } from '../lib/hex.js'

/** The id of a person who joined with a passkey and has no wallet. */
export type WalletlessId = `psn_${string}`

/** Identifies a person: by their wallet, or by an id of ours when they have none. */
export type PersonId = Address | WalletlessId

/** Returns the wallet of a person, or null if they have none. */
export function walletOf(person: PersonId): Address | null {
  return person.startsWith('psn_') ? null : (person as Address)
}

/**
 * Returns the wallet of a person.
 *
 * @throws {AppError} `forbidden` when they have none.
 */
export function requireWalletOf(person: PersonId): Address {
  const wallet = walletOf(person)
  if (wallet) return wallet
  throw new AppError(
    'forbidden',
    'This needs a wallet. Sign in with a wallet instead of a passkey.',
  )
}

/** Returns a person's id as responses show it: wallets with checksum. */
export function showPerson(person: PersonId): string {
  const wallet = walletOf(person)
  return wallet ? checksumAddress(wallet) : person
}

/** Returns the person that a text identifies, or null when it is not an id of a person. */
export function parsePerson(text: string): PersonId | null {
  if (/^psn_[0-9A-Za-z]{1,64}$/.test(text)) return text as WalletlessId
  return parseAddress(text)
}

/**
 * Reads a person's id from a request.
 *
 * @throws {AppError} `invalid_wallet`.
 */
export function readPerson(name: string, text: string): PersonId {
  const person = parsePerson(text)
  if (person) return person
  throw new AppError('invalid_wallet', `${name} must be an address or the id of a person.`)
}
