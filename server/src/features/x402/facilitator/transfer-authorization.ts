import type { Hex } from '../../../platform/chain/chain.js'
import type { Terms } from '../terms.js'
import type { Proof } from '../wire/read-proof.js'

const uint = (name: string) => ({ name, type: 'uint256' })
const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    uint('value'),
    uint('validAfter'),
    uint('validBefore'),
    { name: 'nonce', type: 'bytes32' },
  ],
}

/** Returns the hash that the payer signed (EIP-712). */
export async function hashOf({ chainId, token }: Terms, proof: Proof): Promise<Hex> {
  const { hashTypedData } = await import('viem')
  return hashTypedData({
    domain: { ...token.domain, chainId, verifyingContract: token.address },
    types,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: proof.payer,
      to: proof.payTo,
      value: proof.units,
      validAfter: proof.validAfterSeconds,
      validBefore: proof.validBeforeSeconds,
      nonce: proof.nonce,
    },
  })
}

/** Encodes the call of the token that executes a signed payment. */
export async function encodeTransfer(proof: Proof): Promise<Hex> {
  const { encodeFunctionData, parseAbi } = await import('viem')
  return encodeFunctionData({
    abi: parseAbi([
      'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
    ]),
    args: [
      proof.payer,
      proof.payTo,
      proof.units,
      proof.validAfterSeconds,
      proof.validBeforeSeconds,
      proof.nonce,
      proof.signature,
    ],
  })
}
