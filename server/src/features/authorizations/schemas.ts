import { type Static, Type } from 'typebox'
import { namedObject, okResponse, orNull, text } from '../../platform/http/schemas.js'

export const GaslessPayment = namedObject('GaslessPayment', {
  gateway: text('The payment gateway: the recipient to authorize'),
  receiptKey: text('Identifies this receipt to the gateway'),
  payoutAddress: text('The only address the payment can go to'),
  tokens: Type.Array(
    Type.Object({ symbol: Type.String(), name: Type.String(), version: Type.String() }),
    { description: 'Tokens that support gasless payment, with their EIP-712 name and version' },
  ),
})
export type GaslessPayment = Static<typeof GaslessPayment>

/** Fields are checked by `readAuthorization`, whose messages are clearer than a schema's. */
export const AuthorizationBody = namedObject('SignedPayment', {
  token: Type.Optional(Type.Any({ description: 'USDC (default) or EURC' })),
  payer: Type.Optional(Type.Any({ description: 'Required; the wallet that signed' })),
  amountUnits: Type.Optional(
    Type.Any({
      description: 'Required; a string: exactly the amountUnits of the payment option',
    }),
  ),
  validAfter: Type.Optional(Type.Any({ description: 'Required; Unix seconds, not in the future' })),
  validBefore: Type.Optional(
    Type.Any({ description: 'Required; Unix seconds, 60 seconds to 24 hours ahead' }),
  ),
  salt: Type.Optional(Type.Any({ description: 'Required; 0x followed by 64 random hex digits' })),
  signature: Type.Optional(
    Type.Any({
      description: 'Required; signature of ReceiveWithAuthorization (EIP-3009) to the gateway',
    }),
  ),
})
export type AuthorizationBody = Static<typeof AuthorizationBody>

export const AuthorizationResponse = okResponse('SignedPaymentResponse', {
  txHash: orNull(text('null until the transaction is sent')),
})
