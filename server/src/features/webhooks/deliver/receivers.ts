import type { Address } from '../../../lib/hex.js'
import type { PostOutcome } from '../../../platform/outbound/post.js'
import type { ClaimedDelivery } from './claimed-delivery.js'

/** The recent response time of a receiver. */
type Pace = 'unknown' | 'fast' | 'slow'

/** Deliveries that are being sent, and claimed ones that wait for a free slot. */
export type SendSlots = { running: number; queue: ClaimedDelivery[] }

/** The receiver at the end of a route. */
export type Receiver = { pace: Pace; firsts: SendSlots; retries: SendSlots }

export type ReceiverLimits = {
  /** Concurrent requests on one route. Retries have as many of their own, to be on time. */
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

type UnverifiedHostLimit = {
  /** Counts a delivery to a host that may be slow. False when its merchant is at the limit. */
  add(claimed: ClaimedDelivery): boolean
  remove(claimed: ClaimedDelivery): void
  count(): number
  /** Lists the merchants that have reached the limit. */
  listFull(): Address[]
}

/**
 * Limits deliveries to hosts that are not known to be fast. The limit is per merchant: host names
 * are free, so a limit per host would let one merchant take every slot.
 */
export function createUnverifiedHostLimit(perMerchant: number): UnverifiedHostLimit {
  const counted = new Set<ClaimedDelivery>()
  const byMerchant = new Map<Address, number>()

  return {
    add(claimed) {
      const count = byMerchant.get(claimed.merchant) ?? 0
      if (count >= perMerchant) return false
      counted.add(claimed)
      byMerchant.set(claimed.merchant, count + 1)
      return true
    },
    remove(claimed) {
      if (!counted.delete(claimed)) return
      const rest = (byMerchant.get(claimed.merchant) ?? 1) - 1
      if (rest === 0) byMerchant.delete(claimed.merchant)
      else byMerchant.set(claimed.merchant, rest)
    },
    count: () => counted.size,
    listFull: () =>
      [...byMerchant].filter(([, count]) => count >= perMerchant).map(([merchant]) => merchant),
  }
}
