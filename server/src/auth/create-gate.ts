import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../lib/errors.js'
import type { Gate } from '../platform/http/create-http-server.js'
import type { CountRejected } from './count-rejected.js'
import { isSameSecret } from './same-secret.js'

/** Headers by which gateways assert the caller's identity. A client could forge them. */
const identityHeaders = /^x-(wallet|merchant|subscription|gateway)/

/**
 * Creates the gate that every request passes first. It removes identity headers and, with an edge secret, rejects
 * every request without it except `/healthz`. The response does not reveal the reason. Calls of unknown URLs are counted.
 */
export function createGate(
  edgeSecret: string | undefined,
  countRejected: CountRejected = () => null,
): Gate {
  return (request) => {
    const { headers } = request
    const given = headers['x-edge-secret']
    dropIdentityHeaders(headers)
    // The address is read only then: finding it behind proxies takes time.
    const tooMany = request.is404 && request.ip !== undefined ? countRejected(request.ip) : null
    if (edgeSecret === undefined) return tooMany

    // No later code needs it.
    delete headers['x-edge-secret']
    const isFromEdge = isSameSecret(typeof given === 'string' ? given : '', edgeSecret)
    if (isFromEdge || request.routeOptions?.url === '/healthz') return tooMany
    return new AppError('forbidden', 'This URL does not accept direct calls.')
  }
}

function dropIdentityHeaders(headers: IncomingHttpHeaders): void {
  for (const name in headers) {
    if (name.startsWith('x-') && identityHeaders.test(name)) delete headers[name]
  }
}
