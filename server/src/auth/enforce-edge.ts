import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/errors.js'

/**
 * Turns away what did not come through the edge, once there is one: everything except `/healthz` must
 * carry its secret. The answer does not say why; a stranger needs no hint.
 */
export function enforceEdge(server: FastifyInstance, edgeSecret: string | undefined): void {
  if (edgeSecret === undefined) return
  const expected = digest(edgeSecret)

  server.addHook('onRequest', (request, _reply, done) => {
    const given = request.headers['x-edge-secret']
    const isFromEdge = timingSafeEqual(digest(typeof given === 'string' ? given : ''), expected)
    if (isFromEdge || request.routeOptions.url === '/healthz') done()
    else done(new AppError('forbidden', 'This address is not open to direct calls'))
  })
}

/** Equal lengths, so that comparing takes the same time whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
