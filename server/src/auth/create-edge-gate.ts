import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '../lib/errors.js'
import type { Gate } from '../platform/http/create-http-server.js'

/**
 * Returns the gate that turns away what did not come through the edge: everything except `/healthz` must
 * carry its secret. The answer does not say why; a stranger needs no hint. Without a secret there is
 * no edge, and the gate is open.
 */
export function createEdgeGate(edgeSecret: string | undefined): Gate {
  if (edgeSecret === undefined) return () => null
  const expected = digest(edgeSecret)

  return (request) => {
    const given = request.headers['x-edge-secret']
    const isFromEdge = timingSafeEqual(digest(typeof given === 'string' ? given : ''), expected)
    if (isFromEdge || request.routeOptions.url === '/healthz') return null
    return new AppError('forbidden', 'This address is not open to direct calls')
  }
}

/** Equal lengths, so that comparing takes the same time whatever was sent. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
