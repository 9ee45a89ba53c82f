import { Type } from 'typebox'
import { roles } from '../../auth/roles.js'

const Wallet = Type.String({ description: 'Address with checksum' })
const CsrfToken = Type.String({ description: 'Send it as x-csrf-token with every change' })

export const Nonce = Type.Object(
  {
    nonce: Type.String({ description: 'For one sign-in message' }),
    expiresAt: Type.Integer({ description: 'Unix ms' }),
  },
  { title: 'Nonce' },
)

export const SignInBody = Type.Object({
  message: Type.String({ maxLength: 4_000, description: 'EIP-4361 message with our nonce' }),
  signature: Type.String({
    // A contract wallet's may be long: EIP-6492 carries the code that deploys it.
    pattern: '^0x([0-9a-fA-F]{2}){1,16384}$',
    description: 'By the key of the wallet, or for its contract',
  }),
})

export const SignedIn = Type.Object(
  { ok: Type.Literal(true), wallet: Wallet, csrfToken: CsrfToken },
  { title: 'SignedIn' },
)

export const SignOutBody = Type.Object({
  everywhere: Type.Optional(Type.Boolean({ description: 'Also end all other sessions' })),
})

export const SignedOut = Type.Object({ ok: Type.Literal(true) }, { title: 'SignedOut' })

export const Me = Type.Object(
  {
    ok: Type.Literal(true),
    wallet: Wallet,
    merchants: Type.Array(
      Type.Object({
        wallet: Wallet,
        name: Type.String({ description: 'Empty until the shop has one' }),
        role: Type.Enum(roles, { type: 'string' }),
      }),
      { description: 'For whom this person may act, their own merchant first' },
    ),
    isOperator: Type.Boolean({ description: 'Whether this wallet runs the platform' }),
    csrfToken: CsrfToken,
  },
  { title: 'Me' },
)
