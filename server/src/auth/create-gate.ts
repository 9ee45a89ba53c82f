import { AppError } from '../lib/errors.js'
import type { Gate } from '../platform/http/create-http-server.js'
import { dropIdentityHeaders } from './drop-identity-headers.js'
import { isSameSecret } from './same-secret.js'

/**
 * Returns the gate every request passes first. It takes off what clients claim to be, and with an edge
 * secret turns away what did not come through the edge: everything except `/healthz` must carry it. The
 * answer does not say why; a stranger needs no hint.
 */
export function createGate(edgeSecret: string | undefined): Gate {
  return (request) => {
    const { headers } = request
    const given = headers['x-edge-secret']
    dropIdentityHeaders(headers)
    if (edgeSecret === undefined) return null

    // Nobody further in needs it.
    delete headers['x-edge-secret']
    const isFromEdge = isSameSecret(typeof given === 'string' ? given : '', edgeSecret)
    if (isFromEdge || request.routeOptions?.url === '/healthz') return null
    return new AppError('forbidden', 'This address is not open to direct calls')
  }
}
