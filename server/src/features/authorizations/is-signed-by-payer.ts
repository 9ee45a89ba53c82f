import { isSignedByKey } from '../../auth/wallet-signature.js'
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

/** Returns whether the payer's own key signed the payment. */
export async function isSignedByPayer(input: {
  chainId: number
  token: Token
  authorization: Authorization
  payment: Pick<SignedPayment, 'nonce'>
}): Promise<boolean> {
  const { hashTypedData } = await import('viem')
  const { chainId, token, authorization, payment } = input
  const { payer, units, validAfterSeconds, validBeforeSeconds, signature } = authorization
  const hash = hashTypedData({
    domain: { ...token.domain, chainId, verifyingContract: token.address },
    types,
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from: payer,
      to: paymentGateway.address,
      value: units,
      validAfter: BigInt(validAfterSeconds),
      validBefore: BigInt(validBeforeSeconds),
      nonce: payment.nonce,
    },
  })
  return isSignedByKey({ wallet: payer, hash, signature })
}
