import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { listMemberships } from '../../auth/merchants/member-store.js'
import type { PersonId } from '../../auth/person-id.js'
import { AppError } from '../../lib/errors.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { isSameSecret } from '../../platform/secrets/seal.js'
import { recordPersonalChange } from '../audit/record-change.js'
import {
  checkClientData,
  createChallenge,
  notVerified,
  type PasskeyPurpose,
  promptMs,
  relyingPartyOf,
  userHandleOf,
} from './ceremony.js'
import {
  findPasskey,
  listPasskeys,
  lockPasskey,
  type Passkey,
  updatePasskeyUse,
} from './passkey-store.js'
import type { AssertionResponse } from './schemas.js'

type Purpose = Extract<PasskeyPurpose, 'passkey-sign-in' | 'passkey-step-up'>

/**
 * Creates the options with which a browser asks for a passkey: any of this site, or one of a
 * person's.
 */
export async function createAssertionOptions(
  ctx: Pick<Context, 'config' | 'now' | 'db'>,
  { purpose, person }: { purpose: Purpose; person: PersonId | null },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const allowed = person ? await listPasskeys(ctx.db, person) : []
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(ctx.config).id,
    challenge: createChallenge(ctx, purpose),
    timeout: promptMs,
    userVerification: 'required',
    ...(person && {
      allowCredentials: allowed.map(({ id, transports }) => ({ id, transports: [...transports] })),
    }),
  })
}

/**
 * Returns the person who used a passkey. Its challenge serves once.
 *
 * @throws {AppError} `unauthorized` when the passkey is unknown, was removed, seems to be a copy, or
 *   does not verify; `forbidden` when it belongs to another person than `person`; `invalid_input`.
 */
export async function usePasskey(
  ctx: Context,
  input: {
    response: AssertionResponse
    purpose: Purpose
    person: PersonId | null
    correlationId: string
  },
): Promise<PersonId> {
  const { response, purpose, correlationId } = input
  const { clientDataJSON } = response.response
  const { challenge, useChallenge } = checkClientData(ctx, { clientDataJSON, purpose })
  const passkey = await findPasskey(ctx.db, response.id)
  if (!passkey) throw unknownPasskey()
  const { person, id } = passkey
  if (input.person && person !== input.person) {
    throw new AppError('forbidden', 'This passkey belongs to another person. Use one of yours.')
  }
  const counter = await verifyAssertion(ctx, { response, challenge, passkey })

  const isCopy = await inTransaction(ctx, async (inTx) => {
    await useChallenge(inTx)
    const current = await lockPasskey(inTx.db, { person, id })
    if (!current) throw unknownPasskey()
    if (isCopied({ stored: current.counter, counter })) {
      await recordCopy(inTx, { passkey: current, counter, correlationId })
      return true
    }
    await updatePasskeyUse(inTx.db, { person, id, counter, lastUsedAt: ctx.now() })
    return false
  })
  if (!isCopy) return person

  ctx.alerts.raise({
    name: 'passkey_cloned',
    key: id,
    message:
      'A passkey was used with a counter that it has passed: there may be a copy of it. Ask its owner to remove it.',
    person,
  })
  throw new AppError(
    'unauthorized',
    'This passkey seems to have been copied, so it was refused. Sign in another way and remove it.',
  )
}

/**
 * Returns the counter of a valid response.
 *
 * @throws {AppError} `unauthorized`.
 */
async function verifyAssertion(
  ctx: Pick<Context, 'config'>,
  input: { response: AssertionResponse; challenge: string; passkey: Passkey },
): Promise<number> {
  const { response, challenge, passkey } = input
  const { userHandle, clientDataJSON, authenticatorData, signature } = response.response
  const handle = Buffer.from(userHandleOf(passkey.person)).toString('base64url')
  if (userHandle && !isSameSecret(userHandle, handle)) throw notVerified(null)

  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const relyingParty = relyingPartyOf(ctx.config)
  const { id, publicKey } = passkey
  const verified = await verifyAuthenticationResponse({
    response: {
      ...response,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    // Counters are compared in a transaction, under a lock.
    credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
  }).catch((error) => {
    throw notVerified(error)
  })
  if (!verified.verified) throw notVerified(null)
  return verified.authenticationInfo.newCounter
}

/** Returns whether a counter shows that another device has the same key. Some always count 0. */
function isCopied({ stored, counter }: { stored: number; counter: number }): boolean {
  return (stored > 0 || counter > 0) && counter <= stored
}

async function recordCopy(
  ctx: TxContext,
  input: { passkey: Passkey; counter: number; correlationId: string },
): Promise<void> {
  const { passkey, counter, correlationId } = input
  const { person, id, name } = passkey
  const memberships = (await listMemberships(ctx.db, [person]))
    .filter(({ joinedAt }) => joinedAt !== null)
    .toSorted((a, b) => Number(b.role === 'owner') - Number(a.role === 'owner'))
  await recordPersonalChange(ctx, {
    person: { id: person, memberships },
    action: 'passkey.copy_refused',
    target: id,
    before: { name, counter: passkey.counter },
    after: { counter },
    correlationId,
  })
}

function unknownPasskey(): AppError {
  return new AppError(
    'unauthorized',
    'This passkey is unknown here: it may have been removed. Sign in another way, or ask for a new invitation link.',
  )
}
