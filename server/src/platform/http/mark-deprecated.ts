import type { FastifyInstance, onRequestHookHandler } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on a deprecated route: the day in UTC from which it may be removed, as YYYY-MM-DD. */
    sunset?: string
  }
}

/**
 * Adds the headers `Deprecation` and `Sunset` (RFC 8594) to every response of the routes with `sunset` that are added
 * afterwards. The API reference marks them too.
 */
export function markDeprecated(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const { sunset } = route.config ?? {}
    if (!sunset) return
    route.onRequest = [addHeaders(sunset), ...[route.onRequest ?? []].flat()]
  })
}

function addHeaders(day: string): onRequestHookHandler {
  const headers = { deprecation: 'true', sunset: new Date(day).toUTCString() }
  return (_request, reply, done) => {
    reply.headers(headers)
    done()
  }
}
