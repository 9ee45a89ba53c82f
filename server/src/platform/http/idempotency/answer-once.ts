import type {
  FastifyInstance,
  FastifyRequest,
  onSendAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify'
import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../context.js'
import { type Claim, claimRequest } from './claim-request.js'
import { abandonKey, keepAnswer, releaseKey } from './idempotency-store.js'

/**
 * Fields of the answer that are shown once and `null` in every repetition, because they are secret; with dots where
 * they stand deeper.
 */
type Idempotent = { withheld?: readonly string[] }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes that create something: with an `Idempotency-Key` they do so once. */
    idempotent?: Idempotent
  }
  interface FastifyRequest {
    idempotency: Claim | null
  }
}

const header = 'idempotency-key'
const acceptable = /^[\x21-\x7e]{1,255}$/

/**
 * Makes the routes that say so answer each idempotency key once: the same request again gets the same
 * answer, whichever process it reaches. Only success is kept; who was refused may try again, and what failed
 * is done again under the same ids. Keys of different owners have nothing to do with each other; without an
 * owner there is nothing to keep.
 */
export function answerOnce(
  server: FastifyInstance,
  ctx: Context,
  ownerOf: (request: FastifyRequest) => string | null,
): void {
  server.decorateRequest('idempotency', null)

  const claim: preHandlerAsyncHookHandler = async (request, reply) => {
    const key = request.headers[header]
    const owner = ownerOf(request)
    if (key === undefined || owner === null) return
    if (typeof key !== 'string' || !acceptable.test(key)) {
      throw new AppError(
        'invalid_input',
        'Idempotency-Key takes 1 to 255 printable ASCII characters, no spaces',
      )
    }

    const claimed = await claimRequest(ctx, { request, owner, key })
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
    route.onSend = [...[route.onSend ?? []].flat(), keep(ctx, idempotent)]
  })
}

function keep(ctx: Context, { withheld = [] }: Idempotent): onSendAsyncHookHandler {
  return async (request, reply, payload) => {
    const claim = request.idempotency
    if (!claim || typeof payload !== 'string') return payload

    const { statusCode: status } = reply
    try {
      if (status >= 500) await abandonKey(ctx.db, claim)
      else if (status >= 300) await releaseKey(ctx.db, claim)
      else await keepAnswer(ctx.db, { ...claim, status, body: withhold(payload, withheld) })
    } catch (error) {
      // The answer stands; a repetition finds what was made by its id.
      request.log.warn({ err: error }, 'answer could not be kept for its idempotency key')
    }
    return payload
  }
}

function withhold(payload: string, fields: readonly string[]): string {
  if (fields.length === 0) return payload
  const answer: unknown = JSON.parse(payload)
  return JSON.stringify(fields.reduce((rest, field) => without(rest, field.split('.')), answer))
}

function without(value: unknown, [name, ...deeper]: string[]): unknown {
  if (name === undefined) return null
  const fields = value as Record<string, unknown>
  return { ...fields, [name]: without(fields[name], deeper) }
}
