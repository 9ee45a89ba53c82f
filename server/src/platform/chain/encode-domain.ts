import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Address } from '../../lib/hex.js'
import type { Hex } from './chain.js'

const type = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

/** Returns the domain separator, which binds a signature to one contract on one chain (EIP-712). */
export function encodeDomain(domain: {
  name: string
  version: string
  chainId: number
  verifyingContract: Address
}): Hex {
  const { name, version, chainId, verifyingContract } = domain
  const words = concatBytes(
    keccak_256(utf8ToBytes(type)),
    keccak_256(utf8ToBytes(name)),
    keccak_256(utf8ToBytes(version)),
    word(chainId.toString(16)),
    word(verifyingContract.slice(2)),
  )
  return `0x${bytesToHex(keccak_256(words))}`
}

function word(digits: string): Uint8Array {
  return hexToBytes(digits.padStart(64, '0'))
}
