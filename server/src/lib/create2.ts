import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { type Address, parseAddress } from './hex.js'

type Hex = `0x${string}`

/** Where CREATE2 puts a contract: known before it is there, whoever deploys it, and on every chain the same. */
export function create2Address(input: { deployer: Address; salt: Hex; initCode: Hex }): Address {
  const { deployer, salt, initCode } = input
  return lastTwenty(
    concatBytes(new Uint8Array([0xff]), bytes(deployer), bytes(salt), keccak_256(bytes(initCode))),
  )
}

/** Where the first contract is put that another contract makes in its constructor (EIP-161: nonce 1). */
export function firstChildAddress(parent: Address): Address {
  // RLP of [address, 1]: a list of 22 bytes, in it a string of 20 and the number.
  return lastTwenty(
    concatBytes(new Uint8Array([0xd6, 0x94]), bytes(parent), new Uint8Array([0x01])),
  )
}

/** The hash contracts know as keccak256. */
export function keccak(data: Hex): Hex {
  return `0x${bytesToHex(keccak_256(bytes(data)))}`
}

function lastTwenty(data: Uint8Array): Address {
  const address = parseAddress(`0x${bytesToHex(keccak_256(data)).slice(-40)}`)
  if (!address) throw new Error('a hash has always 20 last bytes')
  return address
}

function bytes(hex: Hex): Uint8Array {
  return hexToBytes(hex.slice(2))
}
