import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { WebhookKind } from './webhook-kind.js'

/** An address that receives a merchant's events, for all receipts. */
export type Endpoint = {
  merchant: Address
  id: string
  url: string
  /** The kinds it receives. */
  events: readonly WebhookKind[]
  isEnabled: boolean
  /** Whether failed deliveries are retried beyond the usual second attempt. */
  extendedRetries: boolean
  createdAt: UnixMs
}

/** Returns an endpoint as the API and the audit log show it, without its secret. */
export function describeEndpoint(endpoint: Endpoint) {
  const { id, url, events, isEnabled, extendedRetries, createdAt } = endpoint
  return { id, url, events: [...events], enabled: isEnabled, extendedRetries, createdAt }
}
