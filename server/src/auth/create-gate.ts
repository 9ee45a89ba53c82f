import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../lib/errors.js'
import type { Config } from '../platform/config/config.js'
import type { Gate } from '../platform/http/create-http-server.js'
import { isSameSecret } from '../platform/secrets/seal.js'
import type { CountRejected } from './limits/take-call.js'
import { createOwnHosts } from './own-hosts.js'

/** Headers by which gateways assert the caller's identity. A client could forge them. */
const identityHeaders = /^x-(wallet|merchant|subscription|gateway)/

/**
 * Creates the gate that every request passes first. It removes identity headers. With an edge
 * secret, it rejects every request without it; otherwise, every request for another host.
 * `/healthz` is open to both. Calls of unknown URLs are counted.
 */
export function createGate(
  config: Pick<Config, 'edgeSecret' | 'baseUrl' | 'payUrl' | 'allowedHosts'>,
  countRejected: CountRejected = () => null,
): Gate {
  const { edgeSecret } = config
  const isOwnHost = createOwnHosts(config)
  return (request) => {
    const { headers } = request
    const header = headers['x-edge-secret']
    dropIdentityHeaders(headers)
    // The address is read only then: finding it behind proxies takes time.
    const tooMany = request.is404 && request.ip !== undefined ? countRejected(request.ip) : null
    const isHealth = request.routeOptions?.url === '/healthz'
    if (edgeSecret === undefined) {
      return isHealth || isOwnHost(headers.host) ? tooMany : foreignHost()
    }

    // No later code needs it.
    delete headers['x-edge-secret']
    // No page of another site knows the secret, so the host makes no difference then.
    const isFromEdge = isSameSecret(typeof header === 'string' ? header : '', edgeSecret)
    if (isFromEdge || isHealth) return tooMany
    return new AppError('forbidden', 'This URL does not accept direct calls.')
  }
}

function foreignHost(): AppError {
  return new AppError(
    'forbidden',
    'This service does not answer for this host. Use its own URL, or add the host to ALLOWED_HOSTS.',
  )
}

function dropIdentityHeaders(headers: IncomingHttpHeaders): void {
  for (const name in headers) {
    if (name.startsWith('x-') && identityHeaders.test(name)) delete headers[name]
  }
}
