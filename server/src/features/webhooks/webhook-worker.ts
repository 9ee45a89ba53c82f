import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { createPause } from '../../platform/jobs/pause.js'
import { createPoster, type PosterOptions } from '../../platform/outbound/post.js'
import { publishEvents } from '../events/publish-events.js'
import {
  createDeliveryRunner,
  type DeliveryPoint,
  type DeliveryRunnerOptions,
} from './deliver/delivery-runner.js'
import { planDeliveries } from './publish/plan-deliveries.js'

export type WebhookWorker = { start(): void; stop(): Promise<void> }

export type WebhookWorkerOptions = {
  /** How long a status change of another process may go unnoticed after a quiet time; those of this one wake it. */
  pollMs?: number
  poster?: Partial<PosterOptions>
  runner?: Partial<Omit<DeliveryRunnerOptions, 'poster' | 'hook'>>
  /** Crash tests end the process there. */
  hook?: (point: WebhookPoint) => void
}

/** Where a process may die between a change of status and its delivery. */
export type WebhookPoint = 'published' | DeliveryPoint

/** Polls faster for a while after a status change, because more are likely. */
const busyForMs = 5_000
const busyPollMs = 100

/** More than the most requests to one host at a time. */
const maxSocketsPerHost = 64

/** Turns changes of status into events and sends them. Any number of processes may do so at the same time. */
export function createWebhookWorker(
  ctx: Context,
  { pollMs = 500, poster, runner, hook = () => {} }: WebhookWorkerOptions = {},
): WebhookWorker {
  const { mode } = ctx.config
  const sender = createPoster({ mode, resolveHost: ctx.resolveHost, maxSocketsPerHost, ...poster })
  const deliveries = createDeliveryRunner(ctx, { ...runner, poster: sender, hook })
  const pause = createPause()
  let isStopping = false
  let loop = Promise.resolve()
  let stopListening = () => {}

  async function publish(): Promise<void> {
    let publishedAt = Number.NEGATIVE_INFINITY
    while (!isStopping) {
      const { published, isMore } = await publishEvents(ctx, planDeliveries).then(noteGood, noneNow)
      if (published > 0) {
        publishedAt = performance.now()
        hook('published')
        deliveries.wake()
      }
      const isBusy = performance.now() - publishedAt < busyForMs
      if (!isMore) await pause.wait(isBusy ? Math.min(pollMs, busyPollMs) : pollMs)
    }
  }

  function noteGood<Round>(round: Round): Round {
    ctx.alerts.resolve('event_publishing_blocked')
    return round
  }

  function noneNow(error: unknown) {
    // While the store is away the breaker has already said so.
    if (!(error instanceof StoreUnavailable)) {
      const message = 'events could not be published'
      ctx.alerts.raise({ name: 'event_publishing_blocked', message, err: error })
    }
    return { published: 0, isMore: false }
  }

  return {
    start() {
      stopListening = ctx.wakeups.listen('recorded-events', pause.wake)
      loop = publish()
      deliveries.start()
    },
    async stop() {
      isStopping = true
      stopListening()
      pause.wake()
      await loop
      await deliveries.stop()
    },
  }
}
