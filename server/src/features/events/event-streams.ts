import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { principalOf } from '../../auth/caller.js'
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
import type { LiveKind } from '../../platform/live-changes/live-change.js'
import type { Position } from '../../platform/live-changes/live-change-store.js'
import { type AdmissionCheck, createAdmissionCheck, hasSameRole } from './admission-check.js'
import { findLastNumbers } from './event-store.js'
import { createEventWatch, followEvents } from './event-watch.js'
import { listAllowedKinds } from './live/live-kinds.js'
import { createLiveWatch } from './live/live-watch.js'
import { createStreamSlots, type StreamSlotOptions } from './stream-slots.js'

type Exchange = { request: FastifyRequest; reply: FastifyReply }

export type EventStreams = {
  /**
   * Streams a merchant's events after a number, or from now on. The stream ends when the client
   * disconnects or loses access, after an hour, or when the service stops.
   *
   * @throws {AppError} `rate_limited`.
   */
  open(from: { merchant: Address; after: number | null }, exchange: Exchange): Promise<void>
  /**
   * Streams the changes of some kinds of objects that a signed-in person may see. Also ends when
   * their role changes.
   *
   * @throws {AppError} `rate_limited`.
   */
  openLive(
    from: { kinds: readonly LiveKind[]; after: Position | null },
    exchange: Exchange,
  ): Promise<void>
  /** Returns the number of open streams. */
  count(): number
  /** Ends all streams. */
  close(): Promise<void>
}

export type StreamOptions = StreamSlotOptions & {
  pollMs?: number
  /** How often changes are sent at most. */
  livePollMs?: number
  /** How often the role of people who follow changes is checked. */
  sameRoleMs?: number
  keepAliveMs?: number
  /** How often the permission to listen is checked. */
  admittedMs?: number
  /** Clients authenticate again when they reconnect. */
  endsAfterMs?: number
}

type StreamInput<Start> = {
  merchant: Address
  /** Reads where the stream starts. */
  prepare: () => Promise<Start>
  /** Writes to the response until the returned function is called. */
  follow: (start: Start, response: ServerResponse) => () => void
  onDrain?: () => void
  checks?: AdmissionCheck
}

/** The delay before a client reconnects. */
const retry = 'retry: 2000\n\n'
const tooMany = 'Too many streams are open. Retry in a few seconds, or poll GET /api/events.'

export function createEventStreams(ctx: Context, options: StreamOptions = {}): EventStreams {
  const { pollMs = 500, keepAliveMs = 15_000, endsAfterMs = HOUR_MS } = options
  const { admittedMs = 1_000, livePollMs = 250, sameRoleMs = 1_000 } = options
  const watch = createEventWatch(ctx, { pollMs })
  const liveWatch = createLiveWatch(ctx, { pollMs: livePollMs })
  const admission = createAdmissionCheck(ctx, { everyMs: admittedMs })
  const liveAdmission = createAdmissionCheck(ctx, { everyMs: sameRoleMs, mayListen: hasSameRole })
  const established = createEstablished(ctx)
  const slots = createStreamSlots(ctx, options)
  const observe = ctx.metrics.httpTimes.forRoute('GET', '/api/events/stream')
  const streams = new Set<{ end(): void }>()
  let isClosed = false

  async function lastNumberOf(merchant: Address): Promise<number> {
    return (await findLastNumbers(ctx.db, [merchant])).get(merchant) ?? 0
  }

  /** Opens a stream in a slot of its merchant. `follow` writes to it until the function it returns. */
  async function openStream<Start>(
    { merchant, prepare, follow, onDrain = () => {}, checks = admission }: StreamInput<Start>,
    { request, reply }: Exchange,
  ): Promise<void> {
    const network = networkKeyOf(request.ip)
    const isEstablished = await established.has(merchant)
    const slot = slots.take({ merchant, network, isEstablished })
    if (!slot) return refuseStream(reply, tooMany)
    let start: Start
    try {
      start = await prepare()
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
    const stops = [follow(start, response), slot.release]
    const stream = keepEventStream(response, {
      keepAliveMs,
      onDrain,
      onClose() {
        clearTimeout(timer)
        streams.delete(stream)
        for (const stop of stops) stop()
      },
    })
    const timer = setTimeout(stream.end, endsAfterMs)
    slot.onReclaimed(stream.end)
    if (request.caller) stops.push(checks.add(request.caller, stream.end))
    streams.add(stream)
    observe(200, (performance.now() - request.startedAt) / 1_000)
    if (isClosed) stream.end()
  }

  return {
    open: ({ merchant, after }, exchange) =>
      openStream(
        {
          merchant,
          prepare: async () => after ?? (await lastNumberOf(merchant)),
          follow: (start, response) =>
            watch.add(followEvents(ctx, { merchant, after: start, response })),
          onDrain: watch.pollNow,
        },
        exchange,
      ),
    openLive({ kinds, after }, exchange) {
      const { merchant, person, role } = principalOf(exchange.request)
      const reader = { merchant, person, role, kinds: listAllowedKinds(kinds, role) }
      return openStream(
        {
          merchant,
          prepare: () => liveWatch.begin({ ...reader, after }),
          follow: (start, response) => liveWatch.add({ ...start, response }),
          checks: liveAdmission,
        },
        exchange,
      )
    },
    count: slots.taken,
    async close() {
      isClosed = true
      for (const stream of streams) stream.end()
      await Promise.all([watch, liveWatch, admission, liveAdmission].map((part) => part.close()))
    },
  }
}
