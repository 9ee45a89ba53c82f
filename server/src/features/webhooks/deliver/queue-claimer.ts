import type { Context } from '../../../platform/context.js'
import { lockQueues, removeEmptyQueues } from '../queue-store.js'
import { readClaimedDeliveries } from '../read-model/claimed-delivery-store.js'
import { claimFirstAttempts, claimRetries, listDueRoutes } from './claim-store.js'
import type { ClaimedDelivery, ClaimedQueue } from './claimed-delivery.js'
import type { SendQueue } from './send-queue.js'

type QueueClaimer = {
  /** Claims due deliveries within the send queue's capacity. Returns whether routes remain. */
  claimDue(): Promise<boolean>
}

type QueueClaimerOptions = {
  sendQueue: SendQueue
  leaseMs: number
  onClaimed: () => void
  /** Receives claimed deliveries that the send queue rejected. */
  onRejected: (rejected: ClaimedDelivery[]) => void
}

const routesPerRound = 200
const retriesPerRound = 200

/** Claims due delivery queues and pushes their first deliveries to the send queue. */
export function createQueueClaimer(ctx: Context, options: QueueClaimerOptions): QueueClaimer {
  const { sendQueue, leaseMs, onClaimed, onRejected } = options
  const owner = ctx.newId('run')
  let claims = 0
  let lastRoute = ''

  function newLease() {
    claims += 1
    return { lease: `${owner}.${claims}`, leaseMs }
  }

  /** Retries come first, because they must be on time. */
  async function takeRetries(): Promise<void> {
    const capacity = sendQueue.retryCapacity()
    const limit = Math.min(retriesPerRound, capacity.limit)
    if (limit > 0) await take(await claimRetries(ctx.db, { ...newLease(), ...capacity, limit }))
  }

  async function takeFirstAttempts(): Promise<void> {
    const page = { after: lastRoute, limit: routesPerRound }
    const { routes, last } = await listDueRoutes(ctx.db, page)
    lastRoute = last ?? ''
    const capacity = sendQueue.capacityFor(routes)
    if (capacity.routes.length === 0 || capacity.limit === 0) return
    await take(await claimFirstAttempts(ctx.db, { ...newLease(), ...capacity }))
  }

  async function take(queues: readonly ClaimedQueue[]): Promise<void> {
    if (queues.length === 0) return
    const claimed = await readClaimedDeliveries(ctx.db, queues)
    if (claimed.length > 0) onClaimed()
    const rejected = claimed.filter((delivery) => !sendQueue.push(delivery))
    if (rejected.length > 0) onRejected(rejected)
    if (claimed.length < queues.length) removeEmpty(queues)
  }

  /** Locks the queues first, so that no other process adds a delivery in the meantime. */
  function removeEmpty(queues: readonly ClaimedQueue[]): void {
    ctx.db
      .transaction(async (tx) => {
        await lockQueues(tx, queues)
        await removeEmptyQueues(tx, queues)
      })
      // They are claimed and found empty again when their leases expire.
      .catch((error) => ctx.log.debug({ err: error }, 'empty delivery queues could not be removed'))
  }

  return {
    async claimDue() {
      await takeRetries()
      await takeFirstAttempts()
      return lastRoute !== ''
    },
  }
}
