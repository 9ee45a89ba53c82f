import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** 20 bytes, always lower case: the form that is stored and compared. */
export type Address = `0x${string}` & { readonly kind: 'address' }
/** 32 bytes, always lower case: a transaction or block hash. */
export type Hash = `0x${string}` & { readonly kind: 'hash' }

const addressPattern = /^0x[0-9a-fA-F]{40}$/
const hashPattern = /^0x[0-9a-fA-F]{64}$/

/**
 * Reads an address in any case. `null` when it is malformed or its mixed case is not its EIP-55
 * checksum, because a wrong checksum is a typing error and the money would be lost.
 */
export function parseAddress(text: string): Address | null {
  if (!addressPattern.test(text)) return null

  const address = text.toLowerCase() as Address
  const hasChecksum = /[a-f]/.test(text) && /[A-F]/.test(text)
  if (hasChecksum && checksumAddress(address) !== text) return null

  return address
}

/** An address that stands in the code; a typing error there is a bug and throws. */
export function knownAddress(text: string): Address {
  const address = parseAddress(text)
  if (!address) throw new Error(`${text} is not an address`)
  return address
}

/** The address as people see it, its case carrying the EIP-55 checksum. */
export function checksumAddress(address: Address): string {
  const digits = address.slice(2)
  const digest = bytesToHex(keccak_256(utf8ToBytes(digits)))

  // EIP-55: a letter is upper case when the digit at its place in the hash is 8 or more.
  const cased = Array.from(digits, (digit, index) =>
    digest.charAt(index) >= '8' ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

/** Compares without regard to case, so checksums are not looked at; malformed text never matches. */
export function isSameAddress(a: string, b: string): boolean {
  if (!addressPattern.test(a) || !addressPattern.test(b)) return false

  return a.toLowerCase() === b.toLowerCase()
}

/** Reads a 32 byte hash in any case. `null` when it is malformed. */
export function parseHash(text: string): Hash | null {
  return hashPattern.test(text) ? (text.toLowerCase() as Hash) : null
}
