import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Address, parseAddress } from '../../lib/hex.js'

/** Where the demo shop's split stands: the same in every sandbox, and nobody's wallet by how it is made. */
export const demoSplit = deriveAddress('tallystick demo split')

function deriveAddress(words: string): Address {
  const digest = bytesToHex(keccak_256(utf8ToBytes(words)))
  const address = parseAddress(`0x${digest.slice(-40)}`)
  if (!address) throw new Error(`no address follows from ${words}`)
  return address
}
