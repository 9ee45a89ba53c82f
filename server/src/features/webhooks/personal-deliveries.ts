import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { signBody } from '../../platform/outbound/sign-body.js'
import type { ErasePersonalData, ExportPersonalData } from '../../platform/personal-data.js'
import { forgetResponses, updateSignatures } from './delivery-store.js'
import { findEndpoint, listEnabledEndpoints } from './endpoints/endpoint-store.js'
import {
  createSigningSecrets,
  type Secrets,
  type SigningSecrets,
} from './publish/signing-secrets.js'
import {
  listSignedDeliveries,
  type SignedDelivery,
} from './read-model/personal-deliveries-store.js'
import { bodyAs } from './webhook-kind.js'

/** Returns the deliveries about a buyer's receipts. Their bodies are those of events. */
export const exportDeliveries: ExportPersonalData = async ({ db }, { merchant, receiptIds }) => {
  const deliveries = await listSignedDeliveries(db, { merchant, receiptIds })
  return {
    deliveries: deliveries.map(({ id, eventId, kind, url }) => ({
      deliveryId: id,
      eventId,
      event: kind,
      url,
    })),
  }
}

/**
 * Signs the deliveries of erased events again, so that a retry sends the erased body with a valid
 * signature, and removes responses, which may echo personal data. Returns how many changed.
 */
export const signErased: ErasePersonalData = async (ctx, { merchant, receiptIds }) => {
  const deliveries = await listSignedDeliveries(ctx.db, { merchant, receiptIds })
  const secrets = createSigningSecrets(ctx)
  let changed = 0
  for (const delivery of deliveries) {
    const { id, eventId, kind, signedAt } = delivery
    const signing = await findSecrets(ctx, { merchant, delivery, secrets })
    const event = { id: eventId, body: bodyAs(kind, delivery.body), signedAt }
    const signatures = signing === null ? null : signBody(event, signing)
    if (signatures?.signature === delivery.signature) continue
    await updateSignatures(ctx.db, { merchant, id, signatures })
    changed += 1
  }
  return changed + (await forgetResponses(ctx.db, { merchant, receiptIds }))
}

/** Returns the secrets that sign a delivery, or null when they no longer exist. */
async function findSecrets(
  { db }: Pick<TxContext, 'db'>,
  input: { merchant: Address; delivery: SignedDelivery; secrets: SigningSecrets },
): Promise<Secrets | null> {
  const { merchant, secrets } = input
  const { endpointId, keyId } = input.delivery
  if (endpointId !== null) {
    const endpoint = await findEndpoint(db, { merchant, id: endpointId })
    return endpoint && secrets.ofEndpoint(endpoint)
  }
  if (keyId !== null) return secrets.ofKey({ merchant, id: keyId })
  return secrets.ofShop(merchant, await listEnabledEndpoints(db, [merchant]))
}
