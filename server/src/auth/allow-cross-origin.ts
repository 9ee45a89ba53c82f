import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { AppError } from '../lib/errors.js'
import { correlationHeader } from '../platform/http/correlation.js'
import { anyone } from './guards.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Lets pages of every site call the route, without cookies. Only for routes that serve programs of buyers: a key must
     * never be in a page.
     */
    allowsAnyOrigin?: boolean
  }
}

/** Headers that buyers' programs send. x402 clients send the name of a response header as a request header. */
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
  correlationHeader,
]

const headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': responseHeaders.join(', '),
}

/**
 * Adds CORS headers to every route with `allowsAnyOrigin` that is added afterwards, and a route for its preflights. Other
 * routes have none, so that browsers keep pages of other sites from them. Must come before the guards, whose errors need
 * the headers too.
 */
export function allowCrossOrigin(server: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>()

  server.addHook('onRoute', (route) => {
    if (!route.config?.allowsAnyOrigin) return
    route.onRequest = [sendHeaders, ...[route.onRequest ?? []].flat()]
    const methods = methodsOf.get(route.url)
    for (const method of [route.method].flat()) methods?.add(method)
    if (methods) return

    const known = new Set([route.method].flat())
    methodsOf.set(route.url, known)
    server.options(
      route.url,
      { config: { guard: anyone({ limit: 'preflights' }) } },
      async (request, reply) => {
        const allowed = [...known].sort().join(', ')
        // Scanners would take the route for one that anyone may call with OPTIONS.
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

const sendHeaders: onRequestHookHandler = (_request, reply, done) => {
  reply.headers(headers)
  done()
}
