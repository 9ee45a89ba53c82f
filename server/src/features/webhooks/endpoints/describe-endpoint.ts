import type { Endpoint } from '../endpoint.js'

/** Returns an endpoint as the API and the audit log show it, without its secret. */
export function describeEndpoint(endpoint: Endpoint) {
  const { id, url, events, isEnabled, extendedRetries, createdAt } = endpoint
  return { id, url, events: [...events], enabled: isEnabled, extendedRetries, createdAt }
}
