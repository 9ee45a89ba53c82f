import { walletOf } from '../../auth/person-id.js'
import type { Person } from '../../auth/sessions/sessions.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { recordPersonalChange } from '../audit/record-change.js'
import {
  deletePasskey,
  listPasskeys,
  lockPasskey,
  lockPasskeys,
  type Passkey,
  updatePasskeyName,
} from './passkey-store.js'
import { storePasskey, verifyRegistration } from './registration.js'
import type { RegistrationResponse } from './schemas.js'

/** Enough for every device of a person. */
const maxPasskeys = 20

/**
 * Adds a passkey of the signed-in person.
 *
 * @throws {AppError} `invalid_input` when there are too many, `conflict` when it is registered
 *   already; and as `verifyRegistration`.
 */
export async function addPasskey(
  ctx: Context,
  input: { person: Person; name: string; response: RegistrationResponse; correlationId: string },
): Promise<Passkey> {
  const { person, name, response, correlationId } = input
  const created = await verifyRegistration(ctx, { response, purpose: 'passkey-registration' })
  return inTransaction(ctx, async (inTx) => {
    await lockPasskeys(inTx.db, person.id)
    const existing = await listPasskeys(inTx.db, person.id)
    if (existing.length >= maxPasskeys) {
      throw invalidInput(`The limit of ${maxPasskeys} passkeys is reached. Remove one first.`)
    }
    const passkey = await storePasskey(inTx, { created, person: person.id, name })
    await recordPersonalChange(inTx, {
      person,
      action: 'passkey.added',
      target: passkey.id,
      before: null,
      after: { name },
      correlationId,
    })
    return passkey
  })
}

type PasskeyRef = { person: Person; id: string; correlationId: string }

/**
 * Renames a passkey of the signed-in person.
 *
 * @throws {AppError} `not_found`.
 */
export async function renamePasskey(
  ctx: Context,
  { person, id, name, correlationId }: PasskeyRef & { name: string },
): Promise<Passkey> {
  return inTransaction(ctx, async (inTx) => {
    const passkey = await lockPasskey(inTx.db, { person: person.id, id })
    if (!passkey) throw noPasskey()
    await updatePasskeyName(inTx.db, { person: person.id, id, name })
    await recordPersonalChange(inTx, {
      person,
      action: 'passkey.renamed',
      target: id,
      before: { name: passkey.name },
      after: { name },
      correlationId,
    })
    return { ...passkey, name }
  })
}

/**
 * Removes a passkey of the signed-in person, effective at once.
 *
 * @throws {AppError} `not_found`, `conflict` when it is the only way to sign in.
 */
export async function removePasskey(
  ctx: Context,
  { person, id, correlationId }: PasskeyRef,
): Promise<void> {
  await inTransaction(ctx, async (inTx) => {
    await lockPasskeys(inTx.db, person.id)
    const passkeys = await listPasskeys(inTx.db, person.id)
    const passkey = passkeys.find((candidate) => candidate.id === id)
    if (!passkey) throw noPasskey()
    if (passkeys.length === 1 && walletOf(person.id) === null) {
      throw new AppError(
        'conflict',
        'This is your only passkey, and you have no wallet to sign in with. Add another passkey first.',
      )
    }
    await deletePasskey(inTx.db, { person: person.id, id })
    await recordPersonalChange(inTx, {
      person,
      action: 'passkey.removed',
      target: id,
      before: { name: passkey.name },
      after: null,
      correlationId,
    })
  })
  ctx.alerts.resolve('passkey_cloned', id)
}

function noPasskey(): AppError {
  return new AppError('not_found', 'You have no such passkey. List yours with GET /api/passkeys.')
}
