import type { Address } from '../../lib/hex.js'
import type { Hex } from './chain.js'
import type { Token } from './tokens.js'

/** A transfer of tokens that its payer signed (EIP-3009). */
type SignedTransfer = {
  from: Address
  to: Address
  value: bigint
  validAfter: bigint
  validBefore: bigint
  nonce: Hex
}

const uint = (name: string) => ({ name, type: 'uint256' })
const fields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  uint('value'),
  uint('validAfter'),
  uint('validBefore'),
  { name: 'nonce', type: 'bytes32' },
]

/** Returns the hash that the payer signs (EIP-712). Only the recipient can execute a `ReceiveWithAuthorization`. */
export async function hashSignedTransfer(input: {
  primaryType: 'ReceiveWithAuthorization' | 'TransferWithAuthorization'
  chainId: number
  token: Token
  message: SignedTransfer
}): Promise<Hex> {
  const { hashTypedData } = await import('viem')
  const { primaryType, chainId, token, message } = input
  return hashTypedData({
    domain: { ...token.domain, chainId, verifyingContract: token.address },
    types: { [primaryType]: fields },
    primaryType,
    message: { ...message },
  })
}
