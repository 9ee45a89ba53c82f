import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { type Address, parseAddress } from './hex.js'

type Hex = `0x${string}`

/** Returns the CREATE2 address of a contract, which is known before deployment and the same on every chain. */
export function create2Address(input: { deployer: Address; salt: Hex; initCode: Hex }): Address {
  const { deployer, salt, initCode } = input
  return lastTwenty(
    concatBytes(new Uint8Array([0xff]), bytes(deployer), bytes(salt), keccak_256(bytes(initCode))),
  )
}

/** Returns the address of the first contract that another contract creates (nonce 1, EIP-161). */
export function firstChildAddress(parent: Address): Address {
  // RLP of [address, 1]: a list of 22 bytes with a string of 20 bytes and the number.
  return lastTwenty(
    concatBytes(new Uint8Array([0xd6, 0x94]), bytes(parent), new Uint8Array([0x01])),
  )
}

export function keccak(data: Hex): Hex {
  return `0x${bytesToHex(keccak_256(bytes(data)))}`
}

function lastTwenty(data: Uint8Array): Address {
  const address = parseAddress(`0x${bytesToHex(keccak_256(data)).slice(-40)}`)
  if (!address) throw new Error('a hash always has 20 last bytes')
  return address
}

function bytes(hex: Hex): Uint8Array {
  return hexToBytes(hex.slice(2))
}
