import { type Static, Type } from 'typebox'
import { roles } from '../../auth/roles.js'
import {
  AnyFields,
  boolean,
  integer,
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  Signature,
  text,
} from '../../platform/http/schemas.js'
import { AssertionResponse } from '../passkeys/schemas.js'

const Wallet = text('Checksummed address')
const CsrfToken = text('Send it as `x-csrf-token` with every write')

export const Nonce = namedObject('Nonce', {
  nonce: text('Valid for one sign-in message'),
  expiresAt: integer('Unix ms'),
})

export const ChallengeQuery = Type.Object({
  path: Type.String({
    pattern: '^/[A-Za-z0-9._~%/-]{0,255}$',
    description: 'Path of the resource, such as `/api/shop/config`',
  }),
})

export const Challenge = namedObject(
  'SiwxChallenge',
  {
    extensions: Type.Object({
      'sign-in-with-x': Type.Object({
        info: AnyFields,
        supportedChains: Type.Array(
          Type.Object({
            chainId: text('CAIP-2'),
            type: Type.String(),
          }),
        ),
        schema: AnyFields,
      }),
    }),
  },
  { description: '`info` has the fields of the message to sign, except the address and the chain' },
)

export const SignInBody = Type.Object({
  message: Type.String({
    maxLength: 4_000,
    description: 'EIP-4361 message with the nonce of GET /api/auth/nonce',
  }),
  signature: Signature,
  asBuyer: Type.Optional(boolean('Sign in to pay: creates no merchant. Payment pages send true.')),
})

export const SignedIn = okResponse('SignedIn', { wallet: Wallet, csrfToken: CsrfToken })

export const SignOutBody = Type.Object({
  everywhere: Type.Optional(boolean('Also end all other sessions')),
})

export const SignedOut = okResponse('SignedOut', {})

export const PasskeySignInBody = Type.Object({ response: AssertionResponse })

export const PasskeySignedIn = okResponse('PasskeySignedIn', {
  id: text('Your wallet, or an id if you have none'),
  wallet: orNull(Wallet, 'Null if you have no wallet'),
  csrfToken: CsrfToken,
})

export const StepUpBody = Type.Object(
  {
    message: Type.Optional(SignInBody.properties.message),
    signature: Type.Optional(Signature),
    passkey: Type.Optional(AssertionResponse),
  },
  {
    description:
      'Either `message` and `signature` of your wallet, or `passkey`: a response to the options of POST /api/auth/step-up/options',
  },
)
export type StepUpBody = Static<typeof StepUpBody>
export const SteppedUp = okResponse('SteppedUp', {})

export const Sessions = okResponse('Sessions', {
  sessions: Type.Array(
    namedObject('Session', {
      id: Type.String(),
      createdAt: integer('Unix ms'),
      verifiedAt: integer('When you last signed in or confirmed your identity: Unix ms'),
      expiresAt: integer('Unix ms'),
      userAgent: text('As the browser stated it at sign-in'),
      isCurrent: boolean('Whether this request uses it'),
    }),
    { description: 'The newest 100, newest first' },
  ),
})

export const SessionParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const SessionEnded = okResponse('SessionEnded', {
  id: Type.String(),
  ended: Type.Literal(true),
})

const OwnMerchant = Type.Object({
  wallet: Wallet,
  name: text('Shop name, empty if not set'),
  role: namedEnum('Role', roles),
})

export const MerchantResponse = okResponse('MerchantResponse', { merchant: OwnMerchant })

const Membership = Type.Object({
  ...OwnMerchant.properties,
  rights: Type.Array(Type.String(), { description: 'Rights of the role, by name' }),
})

export const Me = okResponse('Me', {
  id: text('Your wallet, or an id if you have none'),
  wallet: orNull(Wallet, 'Null if you sign in with a passkey only'),
  name: orNull(Type.String(), 'The name you gave when you joined; null if you have a wallet'),
  merchants: Type.Array(Membership, {
    description: 'Merchants this person can act for, their own first',
  }),
  isOperator: boolean('Whether this wallet is an operator'),
  csrfToken: CsrfToken,
  liveCursor: orNull(
    Type.String(),
    'Start a stream of changes after it to follow what you read next; null while none can start there',
  ),
})
