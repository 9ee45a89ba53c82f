import type { UnixMs } from '../../../lib/time.js'
import { type Signatures, signBody } from '../../../platform/outbound/sign-body.js'
import type { MerchantEvent } from '../../events/event.js'
import type { Delivery } from '../delivery.js'
import type { PlacedDelivery } from '../delivery-store.js'
import { laneOf } from '../lane.js'

/** An address an event goes to. */
export type Target = {
  /** What the receiver tells deliveries apart by; that of the event for the receipt's own address. */
  deliveryId: string
  url: string
  /** `null` for the receipt's own address. */
  endpointId: string | null
  extendedRetries: boolean
  /** `null` when there is nothing to sign with. */
  secret: string | null
}

/** A delivery of an event to each of its targets, signed once and for all. */
export function planDeliveries(
  event: MerchantEvent,
  { targets, now }: { targets: readonly Target[]; now: UnixMs },
): PlacedDelivery[] {
  return targets.map((target) => {
    const signatures = target.secret === null ? null : signBody(event, target.secret)
    const delivery = planDelivery(event, { target, signatures, now })
    return { delivery, lane: laneOf(delivery) }
  })
}

function planDelivery(
  event: MerchantEvent,
  { target, signatures, now }: { target: Target; signatures: Signatures | null; now: UnixMs },
): Delivery {
  const { merchant, id: eventId, kind, receiptId } = event
  const { deliveryId: id, url, endpointId, extendedRetries } = target
  const made = { merchant, id, eventId, kind, receiptId, endpointId, url, extendedRetries }
  if (signatures) return { ...made, signatures, status: 'pending', attempts: [], createdAt: now }
  // Nobody could tell that it came from us, so nobody gets it.
  const refusal = { at: now, httpStatus: null, error: 'no_signing_secret', durationMs: 0 } as const
  return { ...made, signatures, status: 'failed', attempts: [refusal], createdAt: now }
}
