import { Type } from 'typebox'
import { roles } from '../../auth/roles.js'
import { AnyFields, Signature } from '../../platform/http/schemas.js'

const Wallet = Type.String({ description: 'Checksummed address' })
const CsrfToken = Type.String({ description: 'Send it as `x-csrf-token` with every write' })

export const Nonce = Type.Object(
  {
    nonce: Type.String({ description: 'Valid for one sign-in message' }),
    expiresAt: Type.Integer({ description: 'Unix ms' }),
  },
  { title: 'Nonce' },
)

export const ChallengeQuery = Type.Object({
  path: Type.String({
    pattern: '^/[A-Za-z0-9._~%/-]{0,255}$',
    description: 'Path of the resource, such as `/api/shop/config`',
  }),
})

export const Challenge = Type.Object(
  {
    extensions: Type.Object({
      'sign-in-with-x': Type.Object({
        info: AnyFields,
        supportedChains: Type.Array(
          Type.Object({
            chainId: Type.String({ description: 'CAIP-2' }),
            type: Type.String(),
          }),
        ),
        schema: AnyFields,
      }),
    }),
  },
  {
    title: 'SiwxChallenge',
    description: '`info` has the fields of the message to sign, except the address and the chain',
  },
)

export const SignInBody = Type.Object({
  message: Type.String({
    maxLength: 4_000,
    description: 'EIP-4361 message with the nonce of GET /api/auth/nonce',
  }),
  signature: Signature,
  asBuyer: Type.Optional(
    Type.Boolean({ description: 'Sign in to pay: creates no merchant. Payment pages send true.' }),
  ),
})

export const SignedIn = Type.Object(
  { ok: Type.Literal(true), wallet: Wallet, csrfToken: CsrfToken },
  { title: 'SignedIn' },
)

export const SignOutBody = Type.Object({
  everywhere: Type.Optional(Type.Boolean({ description: 'Also end all other sessions' })),
})

export const SignedOut = Type.Object({ ok: Type.Literal(true) }, { title: 'SignedOut' })

const OwnMerchant = Type.Object({
  wallet: Wallet,
  name: Type.String({ description: 'Shop name, empty if not set' }),
  role: Type.Enum(roles, { title: 'Role', type: 'string' }),
})

export const MerchantResponse = Type.Object(
  { ok: Type.Literal(true), merchant: OwnMerchant },
  { title: 'MerchantResponse' },
)

export const Me = Type.Object(
  {
    ok: Type.Literal(true),
    wallet: Wallet,
    merchants: Type.Array(OwnMerchant, {
      description: 'Merchants this person can act for, their own first',
    }),
    isOperator: Type.Boolean({ description: 'Whether this wallet is an operator' }),
    csrfToken: CsrfToken,
  },
  { title: 'Me' },
)
