import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { invalidCursor, readWhole } from '../../platform/http/read-query.js'
import { readingFrom } from '../../platform/reading-from.js'
import { pruneRequests } from './prune-requests.js'
import { listCalls, type StoredCall } from './request-store.js'
import { RequestPage, RequestQuery } from './schemas.js'

export const requestsPath = '/api/requests'

/** The last calls with developer keys. */
const requestRoutes: Routes = async (app, { ctx }) => {
  app.get(
    requestsPath,
    {
      config: { outage: 'refuse', guard: anyOf(developer(), session({ may: 'audit:read' })) },
      schema: {
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
      const { calls, nextCursor } = await listRequests(readingFrom(ctx), {
        ...query,
        merchant,
        filter,
      })
      return { ok: true as const, requests: calls.map(describeCall), nextCursor }
    },
  )
}

function describeCall({ merchant: _, durationUs, ...call }: StoredCall) {
  return { ...call, durationMs: durationUs / 1_000 }
}

/** Returns a page of the calls with a merchant's keys, newest first, and the next cursor. */
async function listRequests(
  { db }: Pick<TxContext, 'db'>,
  input: { merchant: Address } & ReturnType<typeof readRequestQuery>,
): Promise<{ calls: StoredCall[]; nextCursor: string | null }> {
  const { limit } = input
  const rows = await listCalls(db, { ...input, limit: limit + 1 })
  const calls = rows.slice(0, limit)
  return { calls, nextCursor: rows.length > limit ? (calls.at(-1)?.id ?? null) : null }
}

/**
 * Parses the query of a list of calls. Empty fields count as absent, because forms send them.
 *
 * @throws {AppError} `invalid_input`.
 */
function readRequestQuery(query: RequestQuery) {
  return {
    filter: {
      keyId: query.keyId || null,
      statusClass: readStatusClass(query.status),
      route: query.route || null,
      correlationId: query.correlationId || null,
    },
    below: readCursor(query.cursor),
    limit: readWhole('limit', query.limit, { min: 1, max: 100, fallback: 50 }),
  }
}

function readStatusClass(text = ''): number | null {
  if (text === '') return null
  if (/^[2-5]xx$/.test(text)) return Number(text[0])
  throw invalidInput('status must be one of 2xx, 3xx, 4xx, 5xx.')
}

function readCursor(text = ''): string | null {
  if (text === '') return null
  if (/^[1-9]\d{0,17}$/.test(text)) return text
  throw invalidCursor()
}

export const requestsFeature: Feature = {
  tag: 'requests',
  routes: [requestRoutes],
  jobs: [pruneRequests],
}
