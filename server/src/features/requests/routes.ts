import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'
import { listRequests } from './list-requests.js'
import { readRequestQuery } from './read-request-query.js'
import type { StoredCall } from './request-store.js'
import { RequestPage, RequestQuery } from './schemas.js'

export const requestsPath = '/api/requests'

/** The last calls with developer keys. */
export const requestRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    requestsPath,
    {
      config: { outage: 'refuse', guard: anyOf(developer(), session({ may: 'audit:read' })) },
      schema: {
        tags: ['requests'],
        summary: 'List the last calls with developer keys, newest first',
        description:
          'Owners and admins see the calls of all keys, and a key sees its own. Calls appear within seconds and are kept for 7 days, at most 10,000 of each key.',
        querystring: RequestQuery,
        response: { 200: RequestPage },
      },
    },
    async (request) => {
      const query = readRequestQuery(request.query)
      const { caller } = request
      const ownKey = caller?.kind === 'developer' ? caller.keyId : null
      const { keyId } = query.filter
      if (ownKey !== null && keyId !== null && keyId !== ownKey) {
        throw new AppError('forbidden', 'A key sees only its own calls. Omit keyId, or sign in.')
      }
      const filter = { ...query.filter, keyId: ownKey ?? keyId }
      const merchant = merchantOf(request)
      const { calls, nextCursor } = await listRequests(ctx, { ...query, merchant, filter })
      return { ok: true as const, requests: calls.map(describeCall), nextCursor }
    },
  )
}

function describeCall({ merchant: _, durationUs, ...call }: StoredCall) {
  return { ...call, durationMs: durationUs / 1_000 }
}
