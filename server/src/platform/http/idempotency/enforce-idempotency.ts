import type {
  FastifyInstance,
  FastifyRequest,
  onSendAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify'
import { AppError, errorStatus } from '../../../lib/errors.js'
import { DAY_MS, HOUR_MS, unixMs } from '../../../lib/time.js'
import type { Context } from '../../context.js'
import { StoreUnavailable } from '../../db/store-unavailable.js'
import type { Job } from '../../jobs/run-jobs.js'
import { deriveKey } from '../../secrets/derived-key.js'
import {
  type Claim,
  claimRequest,
  createRunningRequests,
  hashRequest,
  otherRequest,
  type RunningRequests,
} from './claim-request.js'
import { deleteOldKeys, expireClaim, releaseKey, storeResponse } from './idempotency-store.js'
import { journaledResponses, responseKey } from './journaled-responses.js'

export type Idempotent = {
  /** Secret response fields, as dotted paths. They are sent once and are `null` in every replay. */
  withheld?: readonly string[]
  /** Whether the request is also processed while the database is unavailable. */
  inOutage?: boolean
  /** Returns the owner of a key and its name there, for callers without a merchant. */
  ownerOf?: (request: FastifyRequest, key: string) => Promise<OwnedKey>
}

/** An idempotency key as it is stored. */
export type OwnedKey = { owner: string; key: string }

declare module 'fastify' {
  interface FastifyRequest {
    idempotency: Claim | null
  }
}

type IdempotencyRules = {
  /** Returns the owner of a key and its name there, or null if the caller has no merchant. */
  ownerOf: (request: FastifyRequest, key: string) => OwnedKey | null
  /** Returns an error above a limit. */
  takeStorage: (
    request: FastifyRequest,
    kilobytes: number,
  ) => AppError | null | Promise<AppError | null>
}

const header = 'idempotency-key'
const acceptable = /^[\x21-\x7e]{1,255}$/

/**
 * Makes routes with `idempotent` process each idempotency key once: a repeated request gets the
 * stored response, whichever process receives it. Only successful responses are stored. A rejected
 * request may be retried freely, and a failed one runs again with the same ids. Keys are scoped by
 * owner; without an owner the key is ignored. `takeStorage` counts the kilobytes of a response that
 * is stored.
 */
export function enforceIdempotency(
  server: FastifyInstance,
  ctx: Context,
  { ownerOf, takeStorage }: IdempotencyRules,
): void {
  server.decorateRequest('idempotency', null)
  const seedKey = deriveKey(ctx.config.masterKey, 'idempotency-seed')
  const running = createRunningRequests()

  const claim: preHandlerAsyncHookHandler = async (request, reply) => {
    const key = request.headers[header]
    const { idempotent } = request.routeOptions.config
    if (key === undefined) return
    if (typeof key !== 'string' || !acceptable.test(key)) {
      throw new AppError(
        'invalid_input',
        'Idempotency-Key must have 1 to 255 printable ASCII characters and no spaces.',
      )
    }

    const owned = await (idempotent?.ownerOf?.(request, key) ?? ownerOf(request, key))
    if (owned === null) return
    const requestHash = hashRequest(request, seedKey)
    const isFirst = running.begin(request, { name: responseKey(owned), requestHash })
    if (!isFirst) throw otherRequest()
    const claimed = await claimRequest(ctx, {
      requestHash,
      ...owned,
      seedKey: idempotent?.inOutage ? seedKey : null,
    })
    if ('holder' in claimed) {
      request.idempotency = claimed
      return
    }
    reply.header('idempotent-replayed', 'true').code(claimed.status)
    return reply.type('application/json; charset=utf-8').send(claimed.body)
  }

  server.addHook('onRoute', (route) => {
    const idempotent = route.config?.idempotent
    if (!idempotent) return
    route.preHandler = [...[route.preHandler ?? []].flat(), claim]
    route.onSend = [
      ...[route.onSend ?? []].flat(),
      settleClaim(ctx, { ...idempotent, takeStorage, running }),
    ]
  })
}

/** Stored instead of a response above a limit, so that a repeated request changes nothing. */
const notKept = {
  status: errorStatus.idempotency_conflict,
  body: JSON.stringify({
    error: 'idempotency_conflict',
    message:
      'The request succeeded, but its response was too large to keep. Read the result instead.',
  }),
}

/** Deletes idempotency keys a day after their first use. */
export const pruneIdempotencyKeys: Job = {
  name: 'prune-idempotency-keys',
  everyMs: HOUR_MS,
  run: async (ctx) => ({ deleted: await deleteOldKeys(ctx.db, unixMs(ctx.now() - DAY_MS)) }),
}

function settleClaim(
  ctx: Context,
  options: Idempotent & Pick<IdempotencyRules, 'takeStorage'> & { running: RunningRequests },
): onSendAsyncHookHandler {
  const { withheld = [], takeStorage, running } = options
  return async (request, reply, payload) => {
    const claim = request.idempotency
    const { statusCode: status } = reply
    try {
      if (!claim || typeof payload !== 'string') return payload
      if (status >= 500) await expireClaim(ctx.db, claim)
      else if (status >= 300) await releaseKey(ctx.db, claim)
      else if (await takeStorage(request, payload.length / 1_024)) {
        await keepResponse(ctx, claim, notKept)
      } else await keepResponse(ctx, claim, { status, body: withhold(payload, withheld) })
    } catch (error) {
      // The response is still sent. A retry uses the same ids and finds what this request created.
      request.log.warn({ err: error }, 'response could not be stored for its idempotency key')
    } finally {
      running.end(request)
    }
    return payload
  }
}

/** Stores a response. While the database is unavailable, it waits in the journal. */
async function keepResponse(
  ctx: Context,
  claim: Claim,
  response: { status: number; body: string },
): Promise<void> {
  try {
    await storeResponse(ctx.db, { ...claim, ...response })
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    const { holder: _, ...request } = claim
    await ctx.journal.append(journaledResponses, { ...request, ...response })
  }
}

function withhold(payload: string, fields: readonly string[]): string {
  if (fields.length === 0) return payload
  const response: unknown = JSON.parse(payload)
  return JSON.stringify(
    fields.reduce((partial, field) => withholdField(partial, field.split('.')), response),
  )
}

function withholdField(value: unknown, [name, ...deeper]: string[]): unknown {
  if (name === undefined) return null
  const fields = value as Record<string, unknown>
  return { ...fields, [name]: withholdField(fields[name], deeper) }
}
