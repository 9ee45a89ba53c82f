import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify'
import type { Developer } from '../../auth/keys/developer.js'
import type { Context } from '../../platform/context.js'
import { createRequestWriter, type RequestWriter } from './request-writer.js'
import { requestsPath } from './routes.js'
import { sampleBody } from './sample-body.js'

/**
 * Records every call with a developer key, on the routes added afterwards. Calls wait in memory and are written in
 * batches, so that no request waits for the database.
 */
export function recordRequests(
  server: FastifyInstance,
  ctx: Pick<Context, 'db' | 'now' | 'metrics' | 'log'>,
): void {
  const writer = createRequestWriter(ctx)
  server.addHook('onClose', () => writer.close())
  server.addHook('onRoute', (route) => {
    // Reading the log must not fill it.
    if (route.url === requestsPath) return
    if (!route.config?.guard?.some(({ kind }) => kind === 'developer')) return
    const pattern = route.url.replaceAll(/:(\w+)/g, '{$1}')
    const record = recordCall(ctx, writer, { method: String(route.method), pattern })
    route.onSend = [...[route.onSend ?? []].flat(), record]
  })
}

/** Runs before the response is sent: waiting for its end would cost two listeners per request. */
function recordCall(
  { now }: Pick<Context, 'now'>,
  writer: RequestWriter,
  { method, pattern }: { method: string; pattern: string },
): onSendHookHandler {
  return (request, reply, payload, done) => {
    const developer = developerOf(request)
    const { statusCode } = reply
    const slot = developer && writer.claim(statusCode)
    if (slot) {
      slot.merchant = developer.wallet
      slot.keyId = developer.keyId
      slot.at = now()
      slot.method = method
      slot.route = pattern
      slot.status = statusCode
      slot.durationUs = Math.round((performance.now() - request.startedAt) * 1_000)
      slot.correlationId = request.id
      slot.error = request.errorCode
      slot.sample = statusCode >= 400 && statusCode < 500 ? sampleBody(request.body) : null
    }
    done(null, payload)
  }
}

function developerOf({ caller, refusedKey }: FastifyRequest): Developer | null {
  return caller?.kind === 'developer' ? caller : refusedKey
}
