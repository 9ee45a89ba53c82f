import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PortalRef } from '../../../auth/portal-tokens.js'
import type { Context } from '../../../platform/context.js'
import {
  beginEventStream,
  createStreamLimit,
  refuseStream,
} from '../../../platform/http/event-streams.js'
import type { Limit } from '../../../platform/limits/limit.js'
import { maxOf } from '../../../platform/limits/max-of.js'
import { networkKeyOf } from '../../../platform/limits/network-address.js'
import type { PortalReceipt } from '../schemas.js'
import { type EventStream, openEventStream } from './event-stream.js'
import { createPortalWatch } from './portal-watch.js'

export type PortalStreams = {
  /**
   * Streams a receipt now and whenever it changes, until the client disconnects or the service stops.
   *
   * @throws {AppError} `rate_limited`, `not_found`.
   */
  open(
    ref: PortalRef,
    exchange: {
      request: FastifyRequest
      reply: FastifyReply
      /** Returns the part of the receipt that this client may see. */
      show: (receipt: PortalReceipt) => PortalReceipt
    },
  ): Promise<void>
  /** Returns the number of open streams. */
  count(): number
  /** Ends all streams. */
  close(): Promise<void>
}

export type StreamOptions = {
  load: (ref: PortalRef) => Promise<PortalReceipt>
  pollMs?: number
  keepAliveMs?: number
  /** Replaces single figures of `portal-streams`. */
  most?: Limit['most']
}

/** Manages the open streams of one process. */
export function createPortalStreams(ctx: Context, options: StreamOptions): PortalStreams {
  const { pollMs = 500, keepAliveMs = 15_000, most } = options
  const maxStreams = () => most?.platform ?? maxOf(ctx.config, 'portal-streams', 'platform') ?? 0
  const watch = createPortalWatch(ctx, { load: options.load, pollMs })
  const observe = ctx.metrics.httpTimes.forRoute('GET', '/api/portal/:id/events')
  const streams = new Set<EventStream>()
  const streamLimit = createStreamLimit(ctx, 'portal-streams', most)
  let isClosed = false

  return {
    async open(ref, { request, reply, show }) {
      if (streamLimit.taken() >= maxStreams()) return refuseStream(reply, tooMany)
      const release = streamLimit.take({ network: networkKeyOf(request.ip) })
      let stream: EventStream | null = null
      let found: Awaited<ReturnType<typeof watch.watch>>
      try {
        found = await watch.watch(ref, (shown) => stream?.send(show(shown)))
      } catch (error) {
        release()
        throw error
      }

      if (reply.raw.destroyed) {
        // The client disconnected before the first event.
        found.stop()
        release()
        reply.hijack()
        return
      }
      const response = beginEventStream(reply)
      const opened = openEventStream(response, {
        lastId: lastIdOf(request),
        keepAliveMs,
        onClose() {
          streams.delete(opened)
          found.stop()
          release()
        },
      })
      stream = opened
      streams.add(opened)
      observe(200, (performance.now() - request.startedAt) / 1_000)
      opened.send(show(found.shown))
      if (isClosed) opened.end()
    },
    count: streamLimit.taken,
    async close() {
      isClosed = true
      for (const stream of streams) stream.end()
      await watch.close()
    },
  }
}

const tooMany =
  'Too many payment pages are open. Poll GET /api/portal/{id} every few seconds instead.'

function lastIdOf({ headers }: FastifyRequest): string | null {
  const given = headers['last-event-id']
  return typeof given === 'string' ? given : null
}
