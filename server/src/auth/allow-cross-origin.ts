import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { AppError } from '../lib/errors.js'
import { correlationHeader } from '../platform/http/correlation.js'
import { anyone } from './guards.js'
import type { AllowsOrigin } from './route-config.js'

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

const openHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': responseHeaders.join(', '),
}

/**
 * Adds CORS headers to every route with `allowsAnyOrigin` or `allowsOrigin` that is added
 * afterwards, and a route for its preflights. Other routes send none, so that browsers keep pages of
 * other sites from them. Call it before the guards are added, because their errors need the headers
 * too.
 */
export function allowCrossOrigin(server: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>()

  server.addHook('onRoute', (route) => {
    const { allowsAnyOrigin, allowsOrigin } = route.config ?? {}
    if (!allowsAnyOrigin && !allowsOrigin) return
    if (allowsOrigin) {
      // Only once the call is counted, because it looks up the shop.
      const allow = async (request: FastifyRequest, reply: FastifyReply) => {
        await allowListed(request, reply, allowsOrigin)
      }
      route.preParsing = [allow, ...[route.preParsing ?? []].flat()]
    } else {
      route.onRequest = [allowAll, ...[route.onRequest ?? []].flat()]
    }
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
        if (!allowsOrigin) reply.headers(openHeaders)
        else if (!(await allowListed(request, reply, allowsOrigin))) throw notListed()
        return reply
          .code(204)
          .headers({
            'access-control-allow-headers': requestHeaders.join(', '),
            'access-control-allow-methods': allowed,
            'access-control-max-age': allowsOrigin ? '600' : '7200',
          })
          .send()
      },
    )
  })
}

const allowAll: onRequestHookHandler = (_request, reply, done) => {
  reply.headers(openHeaders)
  done()
}

/** Adds the headers if the origin of a request may call. Returns whether it may. */
async function allowListed(
  request: FastifyRequest,
  reply: FastifyReply,
  allowsOrigin: AllowsOrigin,
): Promise<boolean> {
  const { origin } = request.headers
  reply.header('vary', 'origin')
  if (origin === undefined || !(await allowsOrigin(request, origin))) return false
  reply.headers({ ...openHeaders, 'access-control-allow-origin': origin })
  return true
}

function notListed(): AppError {
  return new AppError(
    'forbidden',
    'The shop does not list this origin. Its owner lists them in publicOrders.embedOrigins: POST /api/shop/config.',
  )
}
