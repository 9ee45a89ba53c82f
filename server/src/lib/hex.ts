import { AppError } from './errors.js'
import { keccak256 } from './keccak.js'

/** 20 bytes in lower case, as stored and compared. */
export type Address = `0x${string}` & { readonly kind: 'address' }
/** 32 bytes in lower case: a transaction or block hash. */
export type Hash = `0x${string}` & { readonly kind: 'hash' }

const addressPattern = /^0x[0-9a-fA-F]{40}$/
const hashPattern = /^0x[0-9a-fA-F]{64}$/

/**
 * Parses an address in any case. Returns `null` when it is malformed or has a wrong EIP-55
 * checksum, because money sent to a mistyped address is lost.
 */
export function parseAddress(text: string): Address | null {
  if (!addressPattern.test(text)) return null

  const address = text.toLowerCase() as Address
  const hasChecksum = /[a-f]/.test(text) && /[A-F]/.test(text)
  if (hasChecksum && checksumAddress(address) !== text) return null

  return address
}

/** Parses an address constant in the code. Throws when it is invalid. */
export function knownAddress(text: string): Address {
  const address = parseAddress(text)
  if (!address) throw new Error(`${text} is not an address`)
  return address
}

/** Returns the address with its EIP-55 checksum, for display. */
export function checksumAddress(address: Address): string {
  const cached = latest.get(address)
  if (cached !== undefined) return cached

  const checksummed = before.get(address) ?? addChecksum(address)
  if (latest.size === keptChecksums) {
    before = latest
    latest = new Map()
  }
  latest.set(address, checksummed)
  return checksummed
}

/** Of the addresses in use, most are those of merchants, tokens and contracts. */
const keptChecksums = 4_096
/**
 * Checksums by address. A full map replaces the one before it, so that both stay small and keep
 * what is in use.
 */
let latest = new Map<Address, string>()
let before = new Map<Address, string>()

function addChecksum(address: Address): string {
  const digits = address.slice(2)
  const digest = keccak256(digits)

  // EIP-55: a letter is upper case when the hash digit at its position is 8 or more.
  const cased = Array.from(digits, (digit, index) =>
    digest.charAt(index) >= '8' ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

/** Compares addresses without regard to case or checksum. Malformed text never matches. */
export function isSameAddress(a: string, b: string): boolean {
  if (!addressPattern.test(a) || !addressPattern.test(b)) return false

  return a.toLowerCase() === b.toLowerCase()
}

/** Parses a 32-byte hash in any case. Returns `null` when it is malformed. */
export function parseHash(text: string): Hash | null {
  return hashPattern.test(text) ? (text.toLowerCase() as Hash) : null
}

/** Encodes an address, a hash or a number as a 32-byte word of the ABI, in digits without `0x`. */
export function toWord(value: string | bigint | number): string {
  const digits = typeof value === 'string' ? value.slice(2) : value.toString(16)
  return digits.padStart(64, '0')
}

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
