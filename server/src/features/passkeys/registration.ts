import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import type { PersonId } from '../../auth/person-id.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import type { Context, TxContext } from '../../platform/context.js'
import {
  checkClientData,
  createChallenge,
  notVerified,
  type PasskeyPurpose,
  promptMs,
  relyingPartyOf,
  type UseChallenge,
  userHandleOf,
} from './ceremony.js'
import { insertPasskey, type Passkey } from './passkey-store.js'
import type { RegistrationResponse } from './schemas.js'

/** EdDSA, ES256 and RS256: every authenticator in use has one of them. */
const algorithms = [-8, -7, -257]

/** An RSA key of 4,096 bits has fewer. Verifying with larger keys costs time. */
const maxKeyBytes = 1_024

type Purpose = Extract<PasskeyPurpose, 'passkey-registration' | 'passkey-join'>

/** Creates the options with which a browser creates a passkey of a person. */
export async function createRegistrationOptions(
  ctx: Pick<Context, 'config' | 'now'>,
  input: {
    person: PersonId
    /** The name that the browser shows for the account. */
    userName: string
    purpose: Purpose
    /** The passkeys that the person has. */
    existing: readonly Pick<Passkey, 'id' | 'transports'>[]
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { person, userName, purpose, existing } = input
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpName: ctx.config.serviceName,
    rpID: relyingPartyOf(ctx.config).id,
    userID: userHandleOf(person),
    userName,
    userDisplayName: userName,
    challenge: createChallenge(ctx, purpose),
    timeout: promptMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports: [...transports] })),
    supportedAlgorithmIDs: algorithms,
  })
}

/** A passkey that a browser created, verified but not stored. */
export type NewPasskey = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> & {
  useChallenge: UseChallenge
}

/**
 * Verifies a new passkey.
 *
 * @throws {AppError} `invalid_input` when the response is malformed or has an attestation,
 *   `unauthorized` when it is for another site or challenge, or was made without user verification.
 */
export async function verifyRegistration(
  ctx: Pick<Context, 'config' | 'now'>,
  { response, purpose }: { response: RegistrationResponse; purpose: Purpose },
): Promise<NewPasskey> {
  const { clientDataJSON, attestationObject, transports = [] } = response.response
  const { challenge, useChallenge } = checkClientData(ctx, { clientDataJSON, purpose })
  await requireNoCertificates(response)
  const relyingParty = relyingPartyOf(ctx.config)
  const { verifyRegistrationResponse } = await loadLibrary()
  const verified = await verifyRegistrationResponse({
    response: {
      ...response,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    supportedAlgorithmIDs: algorithms,
  }).catch((error) => {
    throw notVerified(error)
  })
  if (!verified.verified) throw notVerified(null)
  const { id, publicKey, counter } = verified.registrationInfo.credential
  if (publicKey.length > maxKeyBytes) {
    throw invalidInput(`The public key must have at most ${maxKeyBytes} bytes.`)
  }
  return { id, publicKey: Buffer.from(publicKey), counter, transports, useChallenge }
}

/**
 * Refuses attestations with certificates. They were not requested, and checking whether they are
 * revoked would call addresses that the caller chose.
 *
 * @throws {AppError} `invalid_input`.
 */
async function requireNoCertificates({ response }: RegistrationResponse): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  let isPlain = false
  try {
    const bytes = new Uint8Array(Buffer.from(response.attestationObject, 'base64url'))
    const attestation = decodeAttestationObject(bytes)
    const format = attestation.get('fmt')
    const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
    isPlain = format === 'none' || isSelfSigned
  } catch {
    // Not an attestation object: reported below.
  }
  if (!isPlain) {
    throw invalidInput(
      'response.attestationObject must be without attestation. Create the passkey with the options as given.',
    )
  }
}

/**
 * Stores a verified passkey of a person and uses up its challenge.
 *
 * @throws {AppError} `conflict` when it is registered already, `unauthorized` when the challenge
 *   was used.
 */
export async function storePasskey(
  ctx: TxContext,
  { created, person, name }: { created: NewPasskey; person: PersonId; name: string },
): Promise<Passkey> {
  const { useChallenge, ...key } = created
  await useChallenge(ctx)
  const passkey = { ...key, person, name, createdAt: ctx.now(), lastUsedAt: null }
  if (await insertPasskey(ctx.db, passkey)) return passkey
  throw new AppError('conflict', 'This passkey is registered already. Use it to sign in.')
}

/** Loaded with the first passkey, because its parsers of certificates take time and memory. */
function loadLibrary() {
  return import('@simplewebauthn/server')
}
