import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Address } from '../../lib/hex.js'
import { HOUR_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { beginEventStream } from '../../platform/http/begin-event-stream.js'
import { keepEventStream } from '../../platform/http/keep-event-stream.js'
import { refuseStream } from '../../platform/http/refuse-stream.js'
import { createStreamLimit } from '../../platform/http/stream-limit.js'
import { type Limit, limits } from '../../platform/limits/limits.js'
import { findLastNumbers } from './event-store.js'
import { createEventWatch } from './event-watch.js'
import { followEvents } from './follow-events.js'

export type EventStreams = {
  /**
   * Streams a merchant's events after a number, or from now on. The stream ends when the client disconnects, after an
   * hour, or when the service stops.
   *
   * @throws {AppError} `rate_limited`.
   */
  open(
    from: {
      merchant: Address
      after: number | null
      isAdmitted: () => Promise<boolean>
      endsAfterMs?: number
    },
    exchange: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<void>
  /** Returns the number of open streams. */
  count(): number
  /** Ends all streams. */
  close(): Promise<void>
}

export type StreamOptions = {
  pollMs?: number
  keepAliveMs?: number
  /** How often the permission to listen is checked. */
  admittedMs?: number
  /** Clients authenticate again when they reconnect. */
  endsAfterMs?: number
  maxStreams?: number
  most?: Limit['most']
}

/** The delay before a client reconnects. */
const retry = 'retry: 2000\n\n'
const tooMany = 'Too many streams are open. Retry in a few seconds, or poll GET /api/events.'

export function createEventStreams(ctx: Context, options: StreamOptions = {}): EventStreams {
  const { pollMs = 500, keepAliveMs = 15_000, endsAfterMs = HOUR_MS } = options
  const { admittedMs = 10_000 } = options
  const { maxStreams = limits['event-streams'].most.platform, most } = options
  const watch = createEventWatch(ctx, { pollMs })
  const observe = ctx.metrics.httpTimes.forRoute('GET', '/api/events/stream')
  const streams = new Set<{ end(): void }>()
  const limit = createStreamLimit(ctx, 'event-streams', most)
  let isClosed = false

  async function lastNumberOf(merchant: Address): Promise<number> {
    return (await findLastNumbers(ctx.db, [merchant])).get(merchant) ?? 0
  }

  return {
    async open({ merchant, after: given, isAdmitted, ...from }, { request, reply }) {
      if (limit.open() >= maxStreams) return refuseStream(reply, tooMany)
      const release = limit.acquire({ merchant })
      let after: number
      try {
        after = given ?? (await lastNumberOf(merchant))
      } catch (error) {
        release()
        throw error
      }
      if (reply.raw.destroyed) {
        // The client disconnected in the meantime.
        release()
        reply.hijack()
        return
      }

      const response = beginEventStream(reply)
      response.write(retry)
      const stop = watch.add(followEvents(ctx, { merchant, after, response }))
      const stream = keepEventStream(response, {
        keepAliveMs,
        onDrain: watch.pollNow,
        onClose() {
          clearTimeout(timer)
          clearInterval(check)
          streams.delete(stream)
          stop()
          release()
        },
      })
      const timer = setTimeout(stream.end, from.endsAfterMs ?? endsAfterMs)
      const check = setInterval(async () => {
        // Without the database the stream stays open, and no events are read either.
        if (!(await isAdmitted().catch(() => true))) stream.end()
      }, admittedMs)
      streams.add(stream)
      observe(200, (performance.now() - request.startedAt) / 1_000)
      if (isClosed) stream.end()
    },
    count: limit.open,
    async close() {
      isClosed = true
      for (const stream of streams) stream.end()
      await watch.close()
    },
  }
}
