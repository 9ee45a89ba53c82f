import { isSignedByKey } from '../../auth/wallet-signature.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import { hashSignedTransfer } from '../../platform/chain/signed-transfer.js'
import type { Token } from '../../platform/chain/tokens.js'
import type { Authorization } from './authorization.js'
import type { SignedPayment } from './encode-authorization.js'

/** Returns whether the payer's own key signed the payment. */
export async function isSignedByPayer(input: {
  chainId: number
  token: Token
  authorization: Authorization
  payment: Pick<SignedPayment, 'nonce'>
}): Promise<boolean> {
  const { chainId, token, authorization, payment } = input
  const { payer, units, validAfterSeconds, validBeforeSeconds, signature } = authorization
  const hash = await hashSignedTransfer({
    primaryType: 'ReceiveWithAuthorization',
    chainId,
    token,
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
