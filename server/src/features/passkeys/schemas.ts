import { type Static, Type } from 'typebox'
import {
  AnyFields,
  integer,
  namedObject,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'

const encoded = (maxLength: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{1,${maxLength}}$` })

/** WebAuthn allows 1,023 bytes. */
const CredentialId = encoded(1_364)

const credentialFields = {
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
}

/** Browsers send further fields, which are not used. */
const open = { additionalProperties: true }

export const RegistrationResponse = namedObject(
  'PasskeyRegistration',
  {
    ...credentialFields,
    response: Type.Object(
      {
        clientDataJSON: encoded(4_096),
        attestationObject: encoded(8_192),
        transports: Type.Optional(
          Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: 10 }),
        ),
      },
      open,
    ),
  },
  { ...open, description: 'RegistrationResponseJSON of WebAuthn: `credential.toJSON()`' },
)
export type RegistrationResponse = Static<typeof RegistrationResponse>

export const AssertionResponse = namedObject(
  'PasskeyAssertion',
  {
    ...credentialFields,
    response: Type.Object(
      {
        clientDataJSON: encoded(4_096),
        authenticatorData: encoded(4_096),
        signature: encoded(2_048),
        userHandle: Type.Optional(orNull(encoded(88))),
      },
      open,
    ),
  },
  { ...open, description: 'AuthenticationResponseJSON of WebAuthn: `credential.toJSON()`' },
)
export type AssertionResponse = Static<typeof AssertionResponse>

const anyOptions = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ ...AnyFields, description })

export const CreationOptions = okResponse('PasskeyCreationOptions', {
  options: anyOptions(
    'PublicKeyCredentialCreationOptionsJSON of WebAuthn, for `parseCreationOptionsFromJSON`. Valid for five minutes.',
  ),
})

export const RequestOptions = okResponse('PasskeyRequestOptions', {
  options: anyOptions(
    'PublicKeyCredentialRequestOptionsJSON of WebAuthn, for `parseRequestOptionsFromJSON`. Valid for five minutes.',
  ),
})

const Name = Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })

const Passkey = namedObject('Passkey', {
  id: text('Credential id'),
  name: Type.String(),
  createdAt: integer('Unix ms'),
  lastUsedAt: orNull(Type.Integer(), 'Unix ms; null until it is used'),
})

export const Passkeys = okResponse('Passkeys', {
  passkeys: Type.Array(Passkey, { description: 'Oldest first' }),
})

export const AddPasskeyBody = Type.Object({ name: Name, response: RegistrationResponse })
export const RenamePasskeyBody = Type.Object({ name: Name })
export const PasskeyParams = Type.Object({ id: Type.String({ maxLength: 1_364 }) })
export const PasskeyResponse = okResponse('PasskeyResponse', { passkey: Passkey })

export const PasskeyRemoved = okResponse('PasskeyRemoved', {
  id: Type.String(),
  removed: Type.Literal(true),
})
