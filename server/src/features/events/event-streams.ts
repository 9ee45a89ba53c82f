import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Address } from '../../lib/hex.js'
import { HOUR_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { beginEventStream } from '../../platform/http/begin-event-stream.js'
import { keepEventStream } from '../../platform/http/keep-event-stream.js'
import { refuseStream } from '../../platform/http/refuse-stream.js'
import { createStreamLimit } from '../../platform/http/stream-limit.js'
import { findLastNumbers } from './event-store.js'
import { createEventWatch } from './event-watch.js'
import { followEvents } from './follow-events.js'

export type EventStreams = {
  /**
   * Tells whoever asks of a merchant's events, from a place or from now on, until they leave, an hour is over or the
   * service stops.
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
  /** How many are open. */
  count(): number
  /** Ends all of them, for when the service stops. */
  close(): Promise<void>
}

export type StreamOptions = {
  pollMs?: number
  keepAliveMs?: number
  /** How often it is looked whether the listener may still listen. */
  admittedMs?: number
  /** Whoever comes back shows who they are again. */
  endsAfterMs?: number
  maxStreams?: number
  maxPerMerchant?: number
}

/** Says after how long to come back. */
const retry = 'retry: 2000\n\n'
const tooMany = 'Too many streams are open. Try again in a few seconds, or ask GET /api/events.'

/** The open streams of one process. */
export function createEventStreams(ctx: Context, options: StreamOptions = {}): EventStreams {
  const { pollMs = 500, keepAliveMs = 15_000, endsAfterMs = HOUR_MS } = options
  const { admittedMs = 10_000 } = options
  const { maxStreams = 500, maxPerMerchant = 10 } = options
  const watch = createEventWatch(ctx, { pollMs })
  const observe = ctx.metrics.httpTimes.forRoute('GET', '/api/events/stream')
  const streams = new Set<{ end(): void }>()
  const streamLimit = createStreamLimit(ctx, maxPerMerchant)
  let isClosed = false

  async function placeOf(merchant: Address): Promise<number> {
    return (await findLastNumbers(ctx.db, [merchant])).get(merchant) ?? 0
  }

  return {
    async open({ merchant, after: given, isAdmitted, ...from }, { request, reply }) {
      if (streamLimit.open() >= maxStreams) return refuseStream(reply, tooMany)
      const giveBack = streamLimit.acquire(merchant)
      let after: number
      try {
        after = given ?? (await placeOf(merchant))
      } catch (error) {
        giveBack()
        throw error
      }
      if (reply.raw.destroyed) {
        // Gone before there was anything to tell.
        giveBack()
        reply.hijack()
        return
      }

      const response = beginEventStream(reply)
      response.write(retry)
      const stop = watch.add(followEvents(ctx, { merchant, after, response }))
      const stream = keepEventStream(response, {
        keepAliveMs,
        onDrain: watch.hurry,
        onClose() {
          clearTimeout(timer)
          clearInterval(check)
          streams.delete(stream)
          stop()
          giveBack()
        },
      })
      const timer = setTimeout(stream.end, from.endsAfterMs ?? endsAfterMs)
      const check = setInterval(async () => {
        // Without an answer from the database nobody is sent away, and nothing is told either.
        if (!(await isAdmitted().catch(() => true))) stream.end()
      }, admittedMs)
      streams.add(stream)
      observe(200, (performance.now() - request.startedAt) / 1_000)
      if (isClosed) stream.end()
    },
    count: streamLimit.open,
    async close() {
      isClosed = true
      for (const stream of streams) stream.end()
      await watch.close()
    },
  }
}
