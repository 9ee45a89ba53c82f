import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { AppError } from '../lib/errors.js'
import { correlationHeader } from '../platform/http/correlation.js'
import { anyone } from './guards.js'

/**
 * Headers that agents send. x402 clients send `access-control-expose-headers`, which is a response
 * header.
 */
const requestHeaders = [
  'content-type',
  'x-payment',
  'payment-signature',
  'sign-in-with-x',
  'idempotency-key',
  'access-control-expose-headers',
  'if-none-match',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
]

const responseHeaders = [
  'payment-required',
  'payment-response',
  'x-payment-response',
  'retry-after',
  'etag',
  'mcp-session-id',
  'x-api-version',
  'x-ignored-fields',
  correlationHeader,
]

const headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': responseHeaders.join(', '),
}

/**
 * Adds CORS headers to every route with `allowsAnyOrigin` that is added afterwards, and a route for
 * its preflights. Other routes send none, so that browsers keep pages of other sites from them.
 * Call it before the guards are added, because their errors need the headers too.
 */
export function allowCrossOrigin(server: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>()

  server.addHook('onRoute', (route) => {
    if (!route.config?.allowsAnyOrigin) return
    route.onRequest = [addHeaders, ...[route.onRequest ?? []].flat()]
    const urlMethods = methodsOf.get(route.url)
    const methods = urlMethods ?? new Set<string>()
    for (const method of [route.method].flat()) methods.add(method)
    if (urlMethods) return

    methodsOf.set(route.url, methods)
    server.options(
      route.url,
      { config: { guard: anyone({ limit: 'preflights' }), outage: 'unaffected' } },
      async (request, reply) => {
        const allowed = [...methods].sort().join(', ')
        // Not a preflight. Scanners of APIs would otherwise report OPTIONS as a method that anyone
        // may call.
        if (request.headers['access-control-request-method'] === undefined) {
          reply.header('allow', allowed)
          throw new AppError('method_not_allowed', `This URL accepts ${allowed}, not OPTIONS.`)
        }
        return reply
          .code(204)
          .headers({
            ...headers,
            'access-control-allow-headers': requestHeaders.join(', '),
            'access-control-allow-methods': allowed,
            'access-control-max-age': '7200',
          })
          .send()
      },
    )
  })
}

const addHeaders: onRequestHookHandler = (_request, reply, done) => {
  reply.headers(headers)
  done()
}
