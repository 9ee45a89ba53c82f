import { type Address, type Hash, parseAddress, parseHash } from '../../lib/hex.js'
import type { Hex } from './chain.js'

/** A hash that a node answered with. */
export function hashOf(text: string): Hash {
  const hash = parseHash(text)
  if (!hash) throw new Error('the chain answered with a malformed hash')
  return hash
}

/** An address that a node answered with. */
export function addressOf(text: string): Address {
  const address = parseAddress(text)
  if (!address) throw new Error('the chain answered with a malformed address')
  return address
}

/** A number as nodes take it. */
export function toHex(number: bigint): Hex {
  return `0x${number.toString(16)}`
}
