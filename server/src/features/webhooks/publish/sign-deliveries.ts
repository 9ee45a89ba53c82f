import type { UnixMs } from '../../../lib/time.js'
import { type Signatures, signBody } from '../../../platform/outbound/sign-body.js'
import type { MerchantEvent } from '../../events/event.js'
import type { Delivery } from '../delivery.js'
import { type QueuedDelivery, queueOf } from '../delivery-queue.js'
import { bodyAs, type WebhookKind } from '../webhook-kind.js'
import type { Secrets } from './signing-secrets.js'

/** An address that receives an event. */
export type Target = {
  /** Receivers deduplicate by it. The receipt's own address gets the id of the event. */
  deliveryId: string
  kind: WebhookKind
  url: string
  /** `null` for the receipt's own address. */
  endpointId: string | null
  extendedRetries: boolean
  /** The secrets in force, the newest first. `null` when none is available. */
  secrets: Secrets | null
}

/** Returns one signed delivery of an event per target. */
export function signDeliveries(
  event: MerchantEvent,
  { targets, now, signedAt }: { targets: readonly Target[]; now: UnixMs; signedAt: UnixMs },
): QueuedDelivery[] {
  return targets.map((target) => {
    const sent = { id: event.id, body: bodyAs(target.kind, event.body), signedAt }
    const signatures = target.secrets === null ? null : signBody(sent, target.secrets)
    const delivery = toDelivery(event, { target, signatures, now, signedAt })
    return { delivery, queue: queueOf(delivery) }
  })
}

function toDelivery(
  event: MerchantEvent,
  {
    target,
    signatures,
    now,
    signedAt,
  }: { target: Target; signatures: Signatures | null; now: UnixMs; signedAt: UnixMs },
): Delivery {
  const { merchant, id: eventId, receiptId } = event
  const { deliveryId: id, kind, url, endpointId, extendedRetries } = target
  const address = { endpointId, url, extendedRetries }
  const base = { merchant, id, eventId, kind, receiptId, ...address, signedAt }
  if (signatures) return { ...base, signatures, status: 'pending', attempts: [], createdAt: now }
  // Receivers could not verify an unsigned delivery, so it is never sent.
  const failure = { at: now, httpStatus: null, error: 'no_signing_secret', durationMs: 0 } as const
  return { ...base, signatures, status: 'failed', attempts: [failure], createdAt: now }
}
