import { personOf } from '../../auth/caller.js'
import { signedIn } from '../../auth/guards.js'
import { showPerson } from '../../auth/person-id.js'
import { findPersonName } from '../../auth/person-store.js'
import { requireDisplayText } from '../../lib/fields/field-rules.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { addPasskey, removePasskey, renamePasskey } from './manage-passkeys.js'
import { listPasskeys, type Passkey } from './passkey-store.js'
import { createRegistrationOptions } from './registration.js'
import {
  AddPasskeyBody,
  CreationOptions,
  PasskeyParams,
  PasskeyRemoved,
  PasskeyResponse,
  Passkeys,
  RenamePasskeyBody,
} from './schemas.js'

/** The passkeys of the signed-in person. */
const passkeyRoutes: Routes = async (app, { ctx }) => {
  const mayChange = signedIn({ needsStepUp: true })

  app.get(
    '/api/passkeys',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: { summary: 'List your passkeys', response: { 200: Passkeys } },
    },
    async (request) => {
      const passkeys = await listPasskeys(ctx.db, personOf(request).id)
      return { ok: true as const, passkeys: passkeys.map(present) }
    },
  )

  app.post(
    '/api/passkeys/options',
    {
      config: { outage: 'refuse', guard: mayChange, stores: 'nothing' },
      schema: {
        summary: 'Get the options to create a passkey',
        response: { 200: CreationOptions },
      },
    },
    async (request) => {
      const { id: person } = personOf(request)
      const existing = await listPasskeys(ctx.db, person)
      const userName = (await findPersonName(ctx.db, person)) ?? showPerson(person)
      const purpose = 'passkey-registration'
      const options = await createRegistrationOptions(ctx, { person, userName, purpose, existing })
      return { ok: true as const, options: { ...options } }
    },
  )

  app.post(
    '/api/passkeys',
    {
      config: { outage: 'refuse', guard: mayChange, stores: 'little' },
      schema: {
        summary: 'Add a passkey',
        body: AddPasskeyBody,
        response: { 201: PasskeyResponse },
      },
    },
    async (request, reply) => {
      const { name, response } = request.body
      const passkey = await addPasskey(ctx, {
        person: personOf(request),
        name: requireName(name),
        response,
        correlationId: request.id,
      })
      return reply.code(201).send({ ok: true as const, passkey: present(passkey) })
    },
  )

  app.put(
    '/api/passkeys/:id',
    {
      config: { outage: 'refuse', guard: mayChange, stores: 'little' },
      schema: {
        summary: 'Rename a passkey',
        params: PasskeyParams,
        body: RenamePasskeyBody,
        response: { 200: PasskeyResponse },
      },
    },
    async (request) => {
      const passkey = await renamePasskey(ctx, {
        person: personOf(request),
        id: request.params.id,
        name: requireName(request.body.name),
        correlationId: request.id,
      })
      return { ok: true as const, passkey: present(passkey) }
    },
  )

  app.delete(
    '/api/passkeys/:id',
    {
      config: { outage: 'refuse', guard: mayChange },
      schema: {
        summary: 'Remove a passkey',
        description: 'The last passkey of a person without a wallet cannot be removed.',
        params: PasskeyParams,
        response: { 200: PasskeyRemoved },
      },
    },
    async (request) => {
      const { id } = request.params
      await removePasskey(ctx, { person: personOf(request), id, correlationId: request.id })
      return { ok: true as const, id, removed: true as const }
    },
  )
}

function requireName(name: string): string {
  return requireDisplayText('name', name, { maxLength: 64 })
}

function present({ id, name, createdAt, lastUsedAt }: Passkey) {
  return { id, name, createdAt, lastUsedAt }
}

export const passkeysFeature: Feature = { tag: 'passkeys', routes: [passkeyRoutes] }
