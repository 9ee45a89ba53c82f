import { checksumAddress } from '../../../lib/hex.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { hashSignedTransfer } from '../../../platform/chain/signed-transfer.js'
import type { Terms } from '../terms.js'
import { requirementsOf } from '../wire/payment-required.js'
import type { Proof } from '../wire/read-proof.js'
import type { Payment } from './facilitator.js'

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

/** Returns a payment in version 2 with our own requirements, not those the client echoed. */
export function toWirePayment({ proof, terms }: Pick<Payment, 'proof' | 'terms'>) {
  const requirements = requirementsOf(terms)
  return {
    requirements,
    payload: {
      x402Version: 2,
      accepted: requirements,
      payload: {
        signature: proof.signature,
        authorization: {
          from: checksumAddress(proof.payer),
          to: checksumAddress(proof.payTo),
          value: String(proof.units),
          validAfter: String(proof.validAfterSeconds),
          validBefore: String(proof.validBeforeSeconds),
          nonce: proof.nonce,
        },
      },
    },
  }
}
