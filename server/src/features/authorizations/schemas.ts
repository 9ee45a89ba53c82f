import { type Static, Type } from 'typebox'

const text = (description: string) => Type.String({ description })

export const GaslessPayment = Type.Object(
  {
    gateway: text('Who the signature lets collect the money: the payment gateway'),
    receiptKey: text('What the gateway calls this receipt'),
    payoutAddress: text('Where the money goes, and nowhere else'),
    tokens: Type.Array(
      Type.Object({ symbol: Type.String(), name: Type.String(), version: Type.String() }),
      { description: 'What can be paid so, each with the name and version it signs under' },
    ),
  },
  { title: 'GaslessPayment' },
)
export type GaslessPayment = Static<typeof GaslessPayment>

/** Fields are checked by `readAuthorization`, whose messages are clearer than a schema's. */
export const AuthorizationBody = Type.Object(
  {
    token: Type.Optional(
      Type.Any({ description: 'USDC, which it is where none is named, or EURC' }),
    ),
    payer: Type.Optional(Type.Any({ description: 'Required; the wallet that has signed' })),
    amountUnits: Type.Optional(
      Type.Any({ description: 'Required; a string: exactly what the option of the token says' }),
    ),
    validAfter: Type.Optional(Type.Any({ description: 'Required; Unix seconds, not ahead' })),
    validBefore: Type.Optional(
      Type.Any({ description: 'Required; Unix seconds, 60 seconds to 24 hours ahead' }),
    ),
    salt: Type.Optional(Type.Any({ description: 'Required; 0x and 64 hex digits of your choice' })),
    signature: Type.Optional(
      Type.Any({ description: 'Required; of ReceiveWithAuthorization (EIP-3009) to the gateway' }),
    ),
  },
  { title: 'SignedPayment', additionalProperties: true },
)
export type AuthorizationBody = Static<typeof AuthorizationBody>

export const AuthorizationResponse = Type.Object(
  {
    ok: Type.Literal(true),
    txHash: Type.Union([text('null as long as it has not been sent'), Type.Null()]),
  },
  { title: 'SignedPaymentTaken' },
)
