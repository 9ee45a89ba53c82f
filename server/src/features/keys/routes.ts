import type { Access } from '../../auth/access.js'
import { merchantOf, principalOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import { listDeveloperKeys } from '../../auth/keys/key-store.js'
import { keysInSnapshot } from '../../auth/keys/known-keys.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { newIdFor } from '../../platform/http/idempotency/claim-request.js'
import { optionalBody } from '../../platform/http/schemas.js'
import { createKey } from './create-key.js'
import { describeKey } from './require-below-limit.js'
import { revokeKey, rotateKey } from './rotate-key.js'
import {
  CreateKeyBody,
  DeveloperKeys,
  IssuedKey,
  KeyParams,
  RevokedKey,
  RotateKeyBody,
} from './schemas.js'
import { walletKeyRoutes } from './wallet-routes.js'

/** Developer keys. */
const keyRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const { developers } = access
  const mayRead = session({ may: 'keys:manage' })
  const mayChange = session({ may: 'keys:manage', needsStepUp: true })
  const idempotent = { withheld: ['apiKey'] }

  app.get(
    '/api/keys',
    {
      config: { outage: 'refuse', guard: mayRead },
      schema: {
        summary: 'List active developer keys',
        response: { 200: DeveloperKeys },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const keys = await listDeveloperKeys(ctx.db, { merchant, now: ctx.now() })
      return { ok: true as const, keys: keys.map(describeKey) }
    },
  )

  app.post(
    '/api/keys',
    {
      config: { outage: 'refuse', guard: mayChange, idempotent },
      schema: {
        summary: 'Create a developer key',
        body: CreateKeyBody,
        response: { 201: IssuedKey },
      },
    },
    async (request, reply) => {
      const { key, apiKey } = await createKey(ctx, {
        by: principalOf(request),
        id: newIdFor(ctx, { request, prefix: 'key' }),
        name: request.body.name,
        scopes: request.body.scopes,
      })
      return reply.code(201).send({ ok: true as const, key: describeKey(key), apiKey })
    },
  )

  app.post(
    '/api/keys/:id/rotate',
    {
      config: { outage: 'refuse', guard: mayChange, idempotent },
      schema: {
        summary: 'Rotate a developer key',
        params: KeyParams,
        body: optionalBody(RotateKeyBody),
        response: { 201: IssuedKey },
      },
    },
    async (request, reply) => {
      const { key, apiKey } = await rotateKey(ctx, {
        by: principalOf(request),
        id: request.params.id,
        newId: newIdFor(ctx, { request, prefix: 'key' }),
        graceHours: request.body?.graceHours,
        developers,
      })
      return reply.code(201).send({ ok: true as const, key: describeKey(key), apiKey })
    },
  )

  app.delete(
    '/api/keys/:id',
    {
      config: { outage: 'refuse', guard: mayChange },
      schema: {
        summary: 'Revoke a developer key',
        params: KeyParams,
        response: { 200: RevokedKey },
      },
    },
    async (request) => {
      const { id } = request.params
      await revokeKey(ctx, { by: principalOf(request), id, developers })
      return { ok: true as const, id, revoked: true as const }
    },
  )
}

export const keysFeature: Feature<{ access: Access }> = {
  tag: 'keys',
  routes: [keyRoutes, walletKeyRoutes],
  snapshot: keysInSnapshot,
}
