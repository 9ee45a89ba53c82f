import { randomUUID } from 'node:crypto'
import type { Address } from '../../../lib/hex.js'
import type { EventKind } from '../../events/event.js'
import type { SealedEndpoint } from '../endpoints/endpoint-store.js'
import type { Target } from './plan-deliveries.js'
import type { SigningSecrets } from './signing-secrets.js'

type Subject = {
  merchant: Address
  eventId: string
  kind: EventKind
  /** What the receipt itself says. */
  webhookUrl: string | null
  keyId: string | null
}

/**
 * Where an event goes: to the receipt's own address, whatever the shop has set, and to those of the shop's that want
 * it. A receipt without a key is signed as the shop signs, by its first address.
 */
export async function chooseTargets(
  subject: Subject,
  { endpoints, secrets }: { endpoints: readonly SealedEndpoint[]; secrets: SigningSecrets },
): Promise<Target[]> {
  const { merchant, eventId, kind, webhookUrl, keyId } = subject
  const ours = endpoints.filter((endpoint) => endpoint.merchant === merchant)
  const targets: Target[] = []

  if (webhookUrl !== null) {
    const [first] = ours
    const shopSecret = () => (first ? secrets.ofEndpoint(first) : null)
    const secret = await (keyId === null ? shopSecret() : secrets.ofKey({ merchant, id: keyId }))
    const own = { endpointId: null, extendedRetries: false }
    targets.push({ deliveryId: eventId, url: webhookUrl, ...own, secret })
  }
  for (const endpoint of ours.filter(({ events }) => events.includes(kind))) {
    const { id: endpointId, url, extendedRetries } = endpoint
    const secret = await secrets.ofEndpoint(endpoint)
    targets.push({ deliveryId: randomUUID(), url, endpointId, extendedRetries, secret })
  }
  return targets
}
