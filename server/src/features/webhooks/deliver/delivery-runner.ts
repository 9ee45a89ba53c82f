import { setTimeout as sleep } from 'node:timers/promises'
import { unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { createPause } from '../../../platform/jobs/pause.js'
import { deliveryHeaders } from '../../../platform/outbound/delivery-headers.js'
import type { Poster, PostOutcome } from '../../../platform/outbound/post.js'
import { lockQueues, removeEmptyQueues } from '../queue-store.js'
import { readClaimedDeliveries } from '../read-model/claimed-delivery-store.js'
import { claimFirstAttempts, claimRetries, listDueRoutes } from './claim-store.js'
import type { ClaimedDelivery, ClaimedQueue } from './claimed-delivery.js'
import { classifyAttempt, type Outcome } from './classify-attempt.js'
import { createOutcomeWriter, releaseClaims } from './outcome-writer.js'
import { createSendQueue, type SendQueue } from './send-queue.js'

type DeliveryRunner = {
  start(): void
  /** Looks for due deliveries now, for example after adding some. */
  wake(): void
  /** Claims no more deliveries and waits for those being sent. */
  stop(): Promise<void>
}

/** Points at which crash tests kill the process. */
export type DeliveryPoint = 'claimed' | 'sent' | 'written'

export type DeliveryRunnerOptions = {
  poster: Poster
  /** The poll interval when idle, for deliveries of other processes. Own deliveries wake it. */
  pollMs?: number
  /** How long a killed process keeps its claims. Must be much longer than an attempt. */
  leaseMs?: number
  hook?: (point: DeliveryPoint) => void
}

const worker = 'webhook-deliveries'
const gatherMs = 10
/** How long deliveries that are being sent may take when the service stops. */
const graceMs = 6_000
/** Longer than the first retry delay, so that retries of other processes are sent on time. */
const busyForMs = 10_000
const busyPollMs = 250
/** Retries beyond this delay are found by polling. */
const timedRetriesMs = 60_000

/** Sends due deliveries. Any number of processes may run one at the same time. */
export function createDeliveryRunner(ctx: Context, options: DeliveryRunnerOptions): DeliveryRunner {
  const { poster, pollMs = 1_000, leaseMs = 15_000, hook = () => {} } = options
  const pause = createPause()
  const writer = createOutcomeWriter(ctx, {
    onMore: () => pause.wake(),
    onWritten: () => hook('written'),
  })
  const sendQueue = createSendQueue({ send, onEnd, onRelease })
  const claimer = createQueueClaimer(ctx, {
    sendQueue,
    leaseMs,
    onRejected: onRelease,
    onClaimed() {
      claimedAt = performance.now()
      hook('claimed')
    },
  })
  const timers = new Set<NodeJS.Timeout>()
  let claimedAt = Number.NEGATIVE_INFINITY
  let isStopping = false
  let loop = Promise.resolve()
  let stopListening = () => {}

  async function work(): Promise<void> {
    while (!isStopping) {
      try {
        const hasMore = await claimer.claimDue()
        ctx.alerts.resolve('worker_failing', worker)
        const isBusy = performance.now() - claimedAt < busyForMs
        if (!hasMore) await pause.wait(isBusy ? Math.min(pollMs, busyPollMs) : pollMs)
        // More deliveries may become due in the meantime, and one claim covers them all.
        await sleep(gatherMs)
      } catch (error) {
        // The circuit breaker already reports an unavailable database.
        if (!(error instanceof StoreUnavailable)) {
          const message = 'due webhooks could not be claimed'
          ctx.alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
        }
        await pause.wait(Math.min(pollMs, busyPollMs))
      }
    }
  }

  function send({ delivery }: ClaimedDelivery): Promise<PostOutcome> {
    const { url, body } = delivery
    const { serviceName } = ctx.config
    const headers = deliveryHeaders(delivery, { serviceName, attempt: delivery.attempts + 1 })
    return poster.post({ url, headers, body })
  }

  function onEnd(claimed: ClaimedDelivery, postOutcome: PostOutcome): void {
    hook('sent')
    const outcome = classifyAttempt(claimed, {
      postOutcome,
      at: unixMs(ctx.now() - postOutcome.durationMs),
    })
    writer.add(outcome)
    report(outcome)
    if (outcome.status === 'pending') wakeAfter(outcome.afterMs)
    if (sendQueue.isLow(claimed.route)) pause.wake()
  }

  function report({ claimed, attempt, status }: Outcome): void {
    ctx.metrics.webhookAttempts.inc({ outcome: status === 'pending' ? 'retry' : status })
    if (status !== 'failed') return
    const { id, receiptId, attempts, url } = claimed.delivery
    const { host } = new URL(url)
    ctx.log.info(
      { deliveryId: id, receiptId, host, attempts: attempts + 1, error: attempt.error },
      'webhook delivery failed',
    )
  }

  function wakeAfter(ms: number): void {
    if (ms > timedRetriesMs) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      pause.wake()
    }, ms)
    timers.add(timer)
  }

  function onRelease(released: ClaimedDelivery[]): void {
    // On failure, the queues become due again when their leases expire.
    releaseClaims(ctx, released).catch((error) => {
      ctx.log.debug({ err: error }, 'delivery queues could not be released')
    })
  }

  async function settled(): Promise<void> {
    while (sendQueue.size() > 0) await sleep(10)
    await writer.flush()
  }

  return {
    start() {
      stopListening = ctx.wakeups.listen('deliveries', pause.wake)
      loop = work()
    },
    wake: () => pause.wake(),
    async stop() {
      isStopping = true
      stopListening()
      pause.wake()
      await loop
      sendQueue.clear()
      await Promise.race([settled(), sleep(graceMs, undefined, { ref: false })])
      for (const timer of timers) clearTimeout(timer)
      writer.close()
      poster.close()
    },
  }
}

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
function createQueueClaimer(ctx: Context, options: QueueClaimerOptions): QueueClaimer {
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
