import type { Address } from '../../../lib/hex.js'
import type { PostOutcome } from '../../../platform/outbound/post.js'
import type { ClaimedDelivery } from './claimed-delivery.js'

export type SendQueueOptions = Partial<ReceiverLimits> & {
  send: (claimed: ClaimedDelivery) => Promise<PostOutcome>
  onEnd: (claimed: ClaimedDelivery, outcome: PostOutcome) => void
  /** Receives claimed deliveries that would wait too long here. */
  onRelease: (released: ClaimedDelivery[]) => void
  /** Limits of the first attempts and retries that are held at a time. */
  maxFirstAttempts?: number
  maxRetries?: number
  /** Limits of first attempts on routes not known to be fast: in total, slow, and per merchant. */
  maxUnverified?: number
  maxSlow?: number
  maxUnverifiedPerMerchant?: number
}

export type SendQueue = {
  /** Returns how many first attempts may be pushed, and which merchants are at their limit. */
  capacityFor(routes: readonly string[]): {
    routes: { route: string; count: number; isForAll: boolean }[]
    limit: number
    exceptMerchants: Address[]
  }
  /** Returns how many retries may be pushed, and the routes that are full. */
  retryCapacity(): { limit: number; fullRoutes: string[] }
  /** Sends a delivery when its route has a free slot. False when there is no capacity for it. */
  push(claimed: ClaimedDelivery): boolean
  /** Reports whether a route will soon run out of deliveries. */
  isLow(route: string): boolean
  /** Returns the number of deliveries that are held, waiting or being sent. */
  size(): number
  /** Releases every delivery that is not being sent. */
  clear(): void
}

const maxRemembered = 10_000

/** Sends claimed deliveries, with a limit per route, so that a slow receiver delays no other. */
export function createSendQueue(options: SendQueueOptions): SendQueue {
  const { send, onEnd, onRelease, maxFirstAttempts = 1_024, maxRetries = 1_024 } = options
  const { perRoute = 16, perSlowRoute = 4, perNewRoute = 2, prefetch = 240 } = options
  const limits = { perRoute, perSlowRoute, perNewRoute, prefetch }
  const { maxUnverified = maxFirstAttempts / 2, maxSlow = maxFirstAttempts / 4 } = options
  const { maxUnverifiedPerMerchant = maxFirstAttempts / 4 } = options
  const unverified = createUnverifiedHostLimit(maxUnverifiedPerMerchant)
  const receivers = new Map<string, Receiver>()
  const counts = { firstAttempts: 0, retries: 0 }
  let rounds = 0

  const receiverOf = (route: string) => receivers.get(route) ?? newReceiver()

  function startNext(receiver: Receiver, slots: SendSlots): void {
    while (slots.running < slotLimit(receiver, slots, limits)) {
      const claimed = slots.queue.shift()
      if (!claimed) return
      void run(claimed, { receiver, slots })
    }
  }

  async function run(
    claimed: ClaimedDelivery,
    { receiver, slots }: { receiver: Receiver; slots: SendSlots },
  ) {
    slots.running += 1
    const outcome = await send(claimed)
    slots.running -= 1
    forget(claimed)
    receiver.pace = paceOf(outcome)
    if (receiver.pace !== 'fast') releaseQueued(receiver)
    startNext(receiver, slots)
    dropIdle(claimed.route, receiver)
    onEnd(claimed, outcome)
  }

  /** Releases waiting deliveries, which must not outlive their lease. Others may send them. */
  function releaseQueued(receiver: Receiver): void {
    const released = [
      ...receiver.firstAttempts.queue.splice(0),
      ...receiver.retries.queue.splice(0),
    ]
    if (released.length === 0) return
    for (const claimed of released) forget(claimed)
    onRelease(released)
  }

  function forget(claimed: ClaimedDelivery): void {
    counts[claimed.isRetry ? 'retries' : 'firstAttempts'] -= 1
    unverified.remove(claimed)
  }

  /** Bounds the memory of past receivers. */
  function dropIdle(route: string, { firstAttempts, retries }: Receiver): void {
    const isIdle = firstAttempts.running + retries.running === 0
    if (isIdle && receivers.size > maxRemembered) receivers.delete(route)
  }

  function slowHeld(): number {
    let count = 0
    for (const { pace, firstAttempts } of receivers.values()) {
      if (pace === 'slow') count += firstAttempts.running + firstAttempts.queue.length
    }
    return count
  }

  return {
    capacityFor(routes) {
      let remainingSlow = Math.max(0, maxSlow - slowHeld())
      let remainingUnverified = Math.max(0, maxUnverified - unverified.count())
      rounds += 1
      const capacities = rotate(routes, rounds).map((route) => {
        const receiver = receiverOf(route)
        const isForAll = receiver.pace === 'fast'
        const free = freeSlots(receiver, receiver.firstAttempts, limits)
        if (isForAll) return { route, count: free, isForAll }
        const isSlow = receiver.pace === 'slow'
        const count = Math.min(free, remainingUnverified, isSlow ? remainingSlow : free)
        remainingUnverified -= count
        if (isSlow) remainingSlow -= count
        return { route, count, isForAll }
      })
      return {
        routes: capacities.filter(({ count }) => count > 0),
        limit: Math.max(0, maxFirstAttempts - counts.firstAttempts),
        exceptMerchants: unverified.listFull(),
      }
    },
    retryCapacity() {
      const fullRoutes = [...receivers].filter(
        ([, receiver]) => freeSlots(receiver, receiver.retries, limits) === 0,
      )
      return {
        limit: Math.max(0, maxRetries - counts.retries),
        fullRoutes: fullRoutes.map(([route]) => route),
      }
    },
    push(claimed) {
      const receiver = receiverOf(claimed.route)
      const slots = claimed.isRetry ? receiver.retries : receiver.firstAttempts
      if (freeSlots(receiver, slots, limits) === 0) return false
      const isUnverified = !claimed.isRetry && receiver.pace !== 'fast'
      if (isUnverified && !unverified.add(claimed)) return false
      receivers.set(claimed.route, receiver)
      counts[claimed.isRetry ? 'retries' : 'firstAttempts'] += 1
      slots.queue.push(claimed)
      startNext(receiver, slots)
      return true
    },
    isLow(route) {
      const { firstAttempts, retries } = receiverOf(route)
      return Math.max(firstAttempts.queue.length, retries.queue.length) <= prefetch / 2
    },
    size: () => counts.firstAttempts + counts.retries,
    clear() {
      for (const receiver of receivers.values()) releaseQueued(receiver)
    },
  }
}

/** Starts at another route each round, so that no route is always last when capacity is short. */
function rotate(routes: readonly string[], by: number): string[] {
  const start = by % Math.max(1, routes.length)
  return [...routes.slice(start), ...routes.slice(0, start)]
}

/** The recent response time of a receiver. */
type Pace = 'unknown' | 'fast' | 'slow'

/** Deliveries that are being sent, and claimed ones that wait for a free slot. */
type SendSlots = { running: number; queue: ClaimedDelivery[] }

/** The receiver at the end of a route. */
type Receiver = { pace: Pace; firstAttempts: SendSlots; retries: SendSlots }

type ReceiverLimits = {
  /** Concurrent requests on one route. Retries have as many of their own, to be on time. */
  perRoute: number
  /** Concurrent first attempts on a slow route, and on one without a known pace. */
  perSlowRoute: number
  perNewRoute: number
  /** Deliveries claimed in advance for a fast route, so that it does not wait for the database. */
  prefetch: number
}

const fastMs = 500
const slowMs = 1_000

function newReceiver(): Receiver {
  const slots = () => ({ running: 0, queue: [] })
  return { pace: 'unknown', firstAttempts: slots(), retries: slots() }
}

/** Returns the number of concurrent requests that the slots allow. */
function slotLimit(
  { pace, firstAttempts }: Receiver,
  slots: SendSlots,
  limits: ReceiverLimits,
): number {
  if (slots !== firstAttempts || pace === 'fast') return limits.perRoute
  return pace === 'slow' ? limits.perSlowRoute : limits.perNewRoute
}

/** Returns how many more deliveries may be claimed for the slots. */
function freeSlots(receiver: Receiver, slots: SendSlots, limits: ReceiverLimits): number {
  const prefetch = receiver.pace === 'fast' ? limits.prefetch : 0
  const limit = slotLimit(receiver, slots, limits) + prefetch
  return Math.max(0, limit - slots.running - slots.queue.length)
}

/** Returns the pace that an attempt shows. */
function paceOf({ httpStatus, durationMs }: PostOutcome): Pace {
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
function createUnverifiedHostLimit(perMerchant: number): UnverifiedHostLimit {
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
      const remaining = (byMerchant.get(claimed.merchant) ?? 1) - 1
      if (remaining === 0) byMerchant.delete(claimed.merchant)
      else byMerchant.set(claimed.merchant, remaining)
    },
    count: () => counted.size,
    listFull: () =>
      [...byMerchant].filter(([, count]) => count >= perMerchant).map(([merchant]) => merchant),
  }
}
