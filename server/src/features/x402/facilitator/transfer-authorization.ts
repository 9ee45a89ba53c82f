import type { Hex } from '../../../platform/chain/chain.js'
import { hashSignedTransfer } from '../../../platform/chain/signed-transfer.js'
import type { Terms } from '../terms.js'
import type { Proof } from '../wire/read-proof.js'

/** Returns the hash that the payer signed. */
export function hashOf({ chainId, token }: Terms, proof: Proof): Promise<Hex> {
  return hashSignedTransfer({
    primaryType: 'TransferWithAuthorization',
    chainId,
    token,
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
