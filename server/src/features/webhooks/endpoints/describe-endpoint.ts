import type { Endpoint } from '../endpoint.js'

/** What may be shown of an address at any time, also in the audit log. */
export function describeEndpoint(endpoint: Endpoint) {
  const { id, url, events, isEnabled, extendedRetries, createdAt } = endpoint
  return { id, url, events: [...events], enabled: isEnabled, extendedRetries, createdAt }
}
