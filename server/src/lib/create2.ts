import { type Address, type Hash, parseAddress } from './hex.js'
import { keccak256 } from './keccak.js'

type Hex = `0x${string}`

/** Returns the CREATE2 address of a contract. It is the same on every chain, deployed or not. */
export function create2Address(input: { deployer: Address; salt: Hex; initCode: Hex }): Address {
  const { deployer, salt, initCode } = input
  return lastTwenty(`ff${deployer.slice(2)}${salt.slice(2)}${keccak256(bytes(initCode.slice(2)))}`)
}

/** Returns the address of the first contract that another contract creates (nonce 1, EIP-161). */
export function firstChildAddress(parent: Address): Address {
  // RLP of [address, 1]: a list of 22 bytes with a string of 20 bytes and the number.
  return lastTwenty(`d694${parent.slice(2)}01`)
}

export function keccak(data: Hex): Hash {
  return `0x${keccak256(bytes(data.slice(2)))}` as Hash
}

/** Returns the hash of a text as UTF-8, such as the signature of an event. */
export function hashText(text: string): Hash {
  return `0x${keccak256(text)}` as Hash
}

function lastTwenty(digits: string): Address {
  const address = parseAddress(`0x${keccak256(bytes(digits)).slice(-40)}`)
  if (!address) throw new Error('a hash always has 20 last bytes')
  return address
}

/** @throws {Error} for anything but whole bytes, which Node would cut off. */
function bytes(digits: string): Uint8Array {
  const decoded = Buffer.from(digits, 'hex')
  if (decoded.length * 2 !== digits.length) throw new Error('these are not hexadecimal bytes')
  return decoded
}
