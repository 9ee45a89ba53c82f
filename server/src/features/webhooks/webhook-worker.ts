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
  /** The poll interval when idle, for events of other processes. Events of this process wake it. */
  pollMs?: number
  poster?: Partial<PosterOptions>
  runner?: Partial<Omit<DeliveryRunnerOptions, 'poster' | 'hook'>>
  hook?: (point: WebhookPoint) => void
}

/** Points at which crash tests kill the process. */
export type WebhookPoint = 'published' | DeliveryPoint

/** Polls faster for a while after an event, because more are likely. */
const busyForMs = 5_000
const busyPollMs = 100

/** Must exceed the number of concurrent requests to one host. */
const maxSocketsPerHost = 64

/** Publishes recorded events and sends their deliveries. Several processes may run one. */
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
      const { published, hasMore } = await publishOnce()
      if (published > 0) {
        publishedAt = performance.now()
        hook('published')
        deliveries.wake()
      }
      const isBusy = performance.now() - publishedAt < busyForMs
      if (!hasMore) await pause.wait(isBusy ? Math.min(pollMs, busyPollMs) : pollMs)
    }
  }

  async function publishOnce(): ReturnType<typeof publishEvents> {
    const name = 'event_publishing_blocked'
    try {
      const round = await publishEvents(ctx, planDeliveries)
      ctx.alerts.resolve(name)
      return round
    } catch (error) {
      // The circuit breaker already reports an unavailable database.
      if (!(error instanceof StoreUnavailable)) {
        ctx.alerts.raise({ name, message: 'events could not be published', err: error })
      }
      return { published: 0, hasMore: false }
    }
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
