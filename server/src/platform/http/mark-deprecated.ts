import type { FastifyInstance, onRequestHookHandler } from 'fastify'

/**
 * Adds the headers `Deprecation` and `Sunset` (RFC 8594) to every response of the deprecated routes
 * that are added afterwards. The API reference marks them too.
 */
export function markDeprecated(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const { deprecated } = route.config ?? {}
    if (!deprecated) return
    route.onRequest = [addHeaders(deprecated.sunset), ...[route.onRequest ?? []].flat()]
  })
}

function addHeaders(day: string): onRequestHookHandler {
  const headers = { deprecation: 'true', sunset: new Date(day).toUTCString() }
  return (_request, reply, done) => {
    reply.headers(headers)
    done()
  }
}
