import { randomUUID } from 'node:crypto'
import type { RecordedEvent } from '../../events/event.js'
import type { SealedEndpoint } from '../endpoints/endpoint-store.js'
import { chooseKind } from '../webhook-kind.js'
import type { Target } from './sign-deliveries.js'
import type { SigningSecrets } from './signing-secrets.js'

/**
 * Returns the addresses that receive an event: the receipt's own address, and every endpoint of the merchant that
 * subscribes to its kind. The key that created the receipt signs for its own address. Without a key, the secret
 * of the shop does.
 */
export async function chooseTargets(
  event: RecordedEvent,
  { endpoints, secrets }: { endpoints: readonly SealedEndpoint[]; secrets: SigningSecrets },
): Promise<Target[]> {
  const { merchant, id: eventId, webhookUrl, keyId } = event
  const ours = endpoints.filter((endpoint) => endpoint.merchant === merchant)
  const targets: Target[] = []

  if (webhookUrl !== null) {
    targets.push({
      deliveryId: eventId,
      kind: event.kind,
      url: webhookUrl,
      endpointId: null,
      extendedRetries: false,
      secrets: await (keyId === null
        ? secrets.ofShop(merchant, ours)
        : secrets.ofKey({ merchant, id: keyId })),
    })
  }
  for (const endpoint of ours) {
    const kind = chooseKind(event, endpoint.events)
    if (kind === null) continue
    const { id: endpointId, url, extendedRetries } = endpoint
    const own = await secrets.ofEndpoint(endpoint)
    const target = { kind, url, endpointId, extendedRetries, secrets: own }
    targets.push({ deliveryId: randomUUID(), ...target })
  }
  return targets
}
