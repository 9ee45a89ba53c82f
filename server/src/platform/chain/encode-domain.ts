import type { Address } from '../../lib/hex.js'
import { keccak256 } from '../../lib/keccak.js'
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
  const words = [
    keccak256(type),
    keccak256(name),
    keccak256(version),
    word(chainId.toString(16)),
    word(verifyingContract.slice(2)),
  ]
  return `0x${keccak256(Buffer.from(words.join(''), 'hex'))}`
}

function word(digits: string): string {
  return digits.padStart(64, '0')
}
