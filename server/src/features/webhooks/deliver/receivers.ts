import type { PostOutcome } from '../../../platform/outbound/post.js'
import type { ClaimedDelivery } from './claimed-delivery.js'

/** The recent response time of a receiver. */
export type Pace = 'unknown' | 'fast' | 'slow'

/** Deliveries that are being sent, and claimed ones that wait for a free slot. */
export type SendSlots = { running: number; queue: ClaimedDelivery[] }

/** The receiver at the end of a route. */
export type Receiver = { pace: Pace; firsts: SendSlots; retries: SendSlots }

export type ReceiverLimits = {
  /** Concurrent requests on one route. Retries have as many slots of their own, because they must be on time. */
  perRoute: number
  /** Concurrent first attempts on a slow route, and on one without a known pace. */
  perSlowRoute: number
  perNewRoute: number
  /** Deliveries claimed in advance for a fast route, so that it does not wait for the database. */
  ahead: number
}

const fastMs = 500
const slowMs = 1_000

export function newReceiver(): Receiver {
  const slots = () => ({ running: 0, queue: [] })
  return { pace: 'unknown', firsts: slots(), retries: slots() }
}

/** Returns the number of concurrent requests that the slots allow. */
export function slotLimit(
  { pace, firsts }: Receiver,
  slots: SendSlots,
  limits: ReceiverLimits,
): number {
  if (slots !== firsts || pace === 'fast') return limits.perRoute
  return pace === 'slow' ? limits.perSlowRoute : limits.perNewRoute
}

/** Returns how many more deliveries may be claimed for the slots. */
export function freeSlots(receiver: Receiver, slots: SendSlots, limits: ReceiverLimits): number {
  const ahead = receiver.pace === 'fast' ? limits.ahead : 0
  const limit = slotLimit(receiver, slots, limits) + ahead
  return Math.max(0, limit - slots.running - slots.queue.length)
}

/** Returns the pace that an attempt shows. */
export function paceOf({ httpStatus, durationMs }: PostOutcome): Pace {
  if (durationMs >= slowMs) return 'slow'
  return httpStatus !== null && durationMs <= fastMs ? 'fast' : 'unknown'
}
