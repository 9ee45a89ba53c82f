import type { FastifyReply, FastifyRequest } from 'fastify'
import { createEstablished } from '../../auth/merchants/established.js'
import type { Address } from '../../lib/hex.js'
import { HOUR_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import {
  beginEventStream,
  keepEventStream,
  refuseStream,
} from '../../platform/http/event-streams.js'
import { networkKeyOf } from '../../platform/limits/network-address.js'
import { createAdmissionCheck } from './admission-check.js'
import { findLastNumbers } from './event-store.js'
import { createEventWatch, followEvents } from './event-watch.js'
import { createStreamSlots, type StreamSlotOptions } from './stream-slots.js'

export type EventStreams = {
  /**
   * Streams a merchant's events after a number, or from now on. The stream ends when the client
   * disconnects or loses access, after an hour, or when the service stops.
   *
   * @throws {AppError} `rate_limited`.
   */
  open(
    from: { merchant: Address; after: number | null },
    exchange: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<void>
  /** Returns the number of open streams. */
  count(): number
  /** Ends all streams. */
  close(): Promise<void>
}

export type StreamOptions = StreamSlotOptions & {
  pollMs?: number
  keepAliveMs?: number
  /** How often the permission to listen is checked. */
  admittedMs?: number
  /** Clients authenticate again when they reconnect. */
  endsAfterMs?: number
}

/** The delay before a client reconnects. */
const retry = 'retry: 2000\n\n'
const tooMany = 'Too many streams are open. Retry in a few seconds, or poll GET /api/events.'

export function createEventStreams(ctx: Context, options: StreamOptions = {}): EventStreams {
  const { pollMs = 500, keepAliveMs = 15_000, endsAfterMs = HOUR_MS } = options
  const { admittedMs = 2_500 } = options
  const watch = createEventWatch(ctx, { pollMs })
  const admission = createAdmissionCheck(ctx, { everyMs: admittedMs })
  const established = createEstablished(ctx)
  const slots = createStreamSlots(ctx, options)
  const observe = ctx.metrics.httpTimes.forRoute('GET', '/api/events/stream')
  const streams = new Set<{ end(): void }>()
  let isClosed = false

  async function lastNumberOf(merchant: Address): Promise<number> {
    return (await findLastNumbers(ctx.db, [merchant])).get(merchant) ?? 0
  }

  return {
    async open({ merchant, after: given }, { request, reply }) {
      const network = networkKeyOf(request.ip)
      const isEstablished = await established.has(merchant)
      const slot = slots.take({ merchant, network, isEstablished })
      if (!slot) return refuseStream(reply, tooMany)
      let after: number
      try {
        after = given ?? (await lastNumberOf(merchant))
      } catch (error) {
        slot.release()
        throw error
      }
      if (reply.raw.destroyed) {
        // The client disconnected in the meantime.
        slot.release()
        reply.hijack()
        return
      }

      const response = beginEventStream(reply)
      response.write(retry)
      const stops = [watch.add(followEvents(ctx, { merchant, after, response })), slot.release]
      const stream = keepEventStream(response, {
        keepAliveMs,
        onDrain: watch.pollNow,
        onClose() {
          clearTimeout(timer)
          streams.delete(stream)
          for (const stop of stops) stop()
        },
      })
      const timer = setTimeout(stream.end, endsAfterMs)
      slot.onReclaimed(stream.end)
      if (request.caller) stops.push(admission.add(request.caller, stream.end))
      streams.add(stream)
      observe(200, (performance.now() - request.startedAt) / 1_000)
      if (isClosed) stream.end()
    },
    count: slots.taken,
    async close() {
      isClosed = true
      for (const stream of streams) stream.end()
      await Promise.all([watch.close(), admission.close()])
    },
  }
}
