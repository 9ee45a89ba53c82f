import { isSameAddress } from '../../lib/hex.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import type { Token } from '../../platform/chain/tokens.js'
import type { Authorization } from './authorization.js'
import type { SignedPayment } from './encode-authorization.js'

const uint = (name: string) => ({ name, type: 'uint256' })
const types = {
  ReceiveWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    uint('value'),
    uint('validAfter'),
    uint('validBefore'),
    { name: 'nonce', type: 'bytes32' },
  ],
}

/** Returns whether the payer's own key signed the payment. If not, only the chain can decide: see EIP-1271. */
export async function isSignedByKey(input: {
  chainId: number
  token: Token
  authorization: Authorization
  payment: Pick<SignedPayment, 'nonce'>
}): Promise<boolean> {
  const { recoverTypedDataAddress } = await import('viem')
  const { chainId, token, authorization, payment } = input
  const { payer, units, validAfterSeconds, validBeforeSeconds, signature } = authorization
  const domain = { ...token.domain, chainId, verifyingContract: token.address }
  const times = { validAfter: BigInt(validAfterSeconds), validBefore: BigInt(validBeforeSeconds) }
  const { nonce } = payment
  try {
    const signer = await recoverTypedDataAddress({
      domain,
      types,
      primaryType: 'ReceiveWithAuthorization',
      message: { from: payer, to: paymentGateway.address, value: units, ...times, nonce },
      signature,
    })
    return isSameAddress(signer, payer)
  } catch {
    // Not an ECDSA signature.
    return false
  }
}
