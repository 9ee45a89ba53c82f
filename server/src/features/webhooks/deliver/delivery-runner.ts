import { setTimeout as sleep } from 'node:timers/promises'
import { unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { createPause } from '../../../platform/jobs/pause.js'
import { deliveryHeaders } from '../../../platform/outbound/delivery-headers.js'
import type { Poster, PostOutcome } from '../../../platform/outbound/post.js'
import { judgeAttempt } from './judge-attempt.js'
import { createLaneTaker } from './lane-taker.js'
import type { Outcome } from './outcome.js'
import { createOutcomeWriter } from './outcome-writer.js'
import { createSendQueue, type SendQueueOptions } from './send-queue.js'
import type { Turn } from './turn.js'
import { giveBackTurns } from './write-outcomes.js'

export type DeliveryRunner = {
  start(): void
  /** Looks for what is due now, e.g. after adding to it. */
  wake(): void
  /** Takes nothing more and waits for what is under way. */
  stop(): Promise<void>
}

/** Where a process may die that has something to deliver. */
export type DeliveryPoint = 'claimed' | 'sent' | 'written'

export type DeliveryRunnerOptions = {
  poster: Poster
  /** How long a delivery of another process may go unnoticed after a quiet time; those of this one wake it. */
  pollMs?: number
  /** How long nobody sends what a killed process was at. Much longer than an attempt takes. */
  leaseMs?: number
  graceMs?: number
  /** Crash tests end the process there. */
  hook?: (point: DeliveryPoint) => void
  limits?: Omit<SendQueueOptions, 'send' | 'onEnd' | 'onRelease'>
}

const worker = 'webhook-deliveries'
const gatherMs = 10
/** Longer than the delay of the first retry, so that retries of other processes are noticed in time. */
const busyForMs = 10_000
const busyPollMs = 250
/** Beyond it the next look finds it soon enough. */
const timedRetriesMs = 60_000

/** Sends deliveries when they are due. Any number of processes may do so at the same time. */
export function createDeliveryRunner(ctx: Context, options: DeliveryRunnerOptions): DeliveryRunner {
  const { poster, pollMs = 1_000, leaseMs = 15_000, graceMs = 6_000, limits = {} } = options
  const { hook = () => {} } = options
  const pause = createPause()
  const writer = createOutcomeWriter(ctx, {
    onMore: () => pause.wake(),
    onWritten: () => hook('written'),
  })
  const queue = createSendQueue({ ...limits, send, onEnd, onRelease })
  const taker = createLaneTaker(ctx, {
    queue,
    leaseMs,
    onRefused: onRelease,
    onTaken() {
      takenAt = performance.now()
      hook('claimed')
    },
  })
  const timers = new Set<NodeJS.Timeout>()
  let takenAt = Number.NEGATIVE_INFINITY
  let isStopping = false
  let loop = Promise.resolve()
  let stopListening = () => {}

  async function work(): Promise<void> {
    while (!isStopping) {
      try {
        const isMore = await taker.takeDue()
        ctx.alerts.resolve('worker_failing', worker)
        const isBusy = performance.now() - takenAt < busyForMs
        if (!isMore) await pause.wait(isBusy ? Math.min(pollMs, busyPollMs) : pollMs)
        // A few more may be due by then, at the same price.
        await sleep(gatherMs)
      } catch (error) {
        // While the store is away the breaker has already said so.
        if (!(error instanceof StoreUnavailable)) {
          const message = 'due webhooks could not be taken'
          ctx.alerts.raise({ name: 'worker_failing', key: worker, message, err: error })
        }
        await pause.wait(Math.min(pollMs, busyPollMs))
      }
    }
  }

  function send({ delivery }: Turn): Promise<PostOutcome> {
    const { url, body } = delivery
    const { serviceName } = ctx.config
    const headers = deliveryHeaders(delivery, { serviceName, attempt: delivery.attempts + 1 })
    return poster.post({ url, headers, body })
  }

  function onEnd(turn: Turn, posted: PostOutcome): void {
    hook('sent')
    const outcome = judgeAttempt(turn, { posted, at: unixMs(ctx.now() - posted.durationMs) })
    writer.add(outcome)
    tell(outcome)
    if (outcome.status === 'pending') wakeAfter(outcome.afterMs)
    if (queue.isLow(turn.route)) pause.wake()
  }

  function tell({ turn, attempt, status }: Outcome): void {
    ctx.metrics.webhookAttempts.inc({ outcome: status === 'pending' ? 'retry' : status })
    if (status !== 'failed') return
    const { id, receiptId, attempts, url } = turn.delivery
    const { host } = new URL(url)
    ctx.log.info(
      { deliveryId: id, receiptId, host, attempts: attempts + 1, error: attempt.error },
      'webhook given up',
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

  function onRelease(turns: Turn[]): void {
    // If it does not work, they are due again when their leases are over.
    giveBackTurns(ctx, turns).catch((error) => {
      ctx.log.debug({ err: error }, 'lanes could not be given back')
    })
  }

  async function settled(): Promise<void> {
    while (queue.size() > 0) await sleep(10)
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
      queue.clear()
      await Promise.race([settled(), sleep(graceMs, undefined, { ref: false })])
      for (const timer of timers) clearTimeout(timer)
      writer.close()
      poster.close()
    },
  }
}
