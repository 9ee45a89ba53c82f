import { type Address, type Hash, parseAddress, parseHash } from '../../lib/hex.js'
import type { Hex } from './chain.js'

/** Parses a hash from a node's response. */
export function hashOf(text: string): Hash {
  const hash = parseHash(text)
  if (!hash) throw new Error('the node returned a malformed hash')
  return hash
}

/** Parses an address from a node's response. */
export function addressOf(text: string): Address {
  const address = parseAddress(text)
  if (!address) throw new Error('the node returned a malformed address')
  return address
}

/** Encodes a number for a JSON-RPC request. */
export function toHex(number: bigint): Hex {
  return `0x${number.toString(16)}`
}
