import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PortalRef } from '../../../auth/portal-tokens.js'
import type { Context } from '../../../platform/context.js'
import {
  beginEventStream,
  createStreamLimit,
  keepEventStream,
  refuseStream,
} from '../../../platform/http/event-streams.js'
import type { Limit } from '../../../platform/limits/limit.js'
import { maxOf } from '../../../platform/limits/max-of.js'
import { networkKeyOf } from '../../../platform/limits/network-address.js'
import type { PortalReceipt } from '../schemas.js'
import { createPortalWatch } from './portal-watch.js'

type Fields = Record<string, unknown>

export type EventStream = {
  /** Sends a receipt: the first one whole, then what changed since the last one. */
  send(shown: PortalReceipt): void
  end(): void
}

/** A server-sent event. Equal receipts have equal ids. */
type PortalEvent = { id: string; text: string }

export type PortalStreams = {
  /**
   * Streams a receipt now and whenever it changes, until the client disconnects or the service
   * stops.
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

type StreamOptions = {
  load: (ref: PortalRef) => Promise<PortalReceipt>
  pollMs?: number
  keepAliveMs?: number
  /** Replaces single figures of `portal-streams`. */
  max?: Limit['max']
}

/** Manages the open streams of one process. */
export function createPortalStreams(ctx: Context, options: StreamOptions): PortalStreams {
  const { pollMs = 500, keepAliveMs = 15_000, max } = options
  const maxStreams = () => max?.platform ?? maxOf(ctx.config, 'portal-streams', 'platform') ?? 0
  const watch = createPortalWatch(ctx, { load: options.load, pollMs })
  const observe = ctx.metrics.httpTimes.forRoute('GET', '/api/portal/:id/events')
  const streams = new Set<EventStream>()
  const streamLimit = createStreamLimit(ctx, 'portal-streams', max)
  let isClosed = false

  return {
    async open(ref, { request, reply, show }) {
      if (streamLimit.taken() >= maxStreams()) return refuseStream(reply, tooMany)
      const release = streamLimit.take({ network: networkKeyOf(request.ip) })
      let stream: EventStream | null = null
      let watching: Awaited<ReturnType<typeof watch.watch>>
      try {
        watching = await watch.watch(ref, (shown) => stream?.send(show(shown)))
      } catch (error) {
        release()
        throw error
      }

      if (reply.raw.destroyed) {
        // The client disconnected before the first event.
        watching.stop()
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
          watching.stop()
          release()
        },
      })
      stream = opened
      streams.add(opened)
      observe(200, (performance.now() - request.startedAt) / 1_000)
      opened.send(show(watching.shown))
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
  const lastEventId = headers['last-event-id']
  return typeof lastEventId === 'string' ? lastEventId : null
}

/**
 * Opens a stream of receipts to one client. A slow client gets only the latest receipt once its
 * buffer drains. A client that reads nothing is disconnected, and resumes with the id of its last
 * event.
 */
export function openEventStream(
  response: ServerResponse,
  options: { lastId: string | null; keepAliveMs: number; onClose: () => void },
): EventStream {
  let { lastId } = options
  let pending: PortalReceipt | null = null
  /** The receipt that the client has. */
  let sent: PortalReceipt | null = null

  const { end } = keepEventStream(response, {
    keepAliveMs: options.keepAliveMs,
    onDrain() {
      const shown = pending
      pending = null
      if (shown) send(shown)
    },
    onClose: options.onClose,
  })

  function send(shown: PortalReceipt): void {
    if (response.destroyed || response.writableEnded) return
    if (response.writableNeedDrain) {
      pending = shown
      return
    }
    const { id, text } = formatEvent(shown, sent)
    sent = shown
    if (id === lastId) return
    lastId = id
    response.write(text)
  }

  return { send, end }
}

/**
 * Formats a receipt as one event: whole, or what changed since the receipt that the client has.
 * JSON contains no line breaks, so the data is one line.
 */
export function formatEvent(shown: PortalReceipt, sent: PortalReceipt | null): PortalEvent {
  const whole = JSON.stringify(shown)
  const id = createHash('sha256').update(whole).digest('base64url').slice(0, 16)
  const [name, data] = sent
    ? ['change', JSON.stringify(diffReceipts(sent, shown))]
    : ['receipt', whole]
  return { id, text: `event: ${name}\nid: ${id}\ndata: ${data}\n\n` }
}

/**
 * Returns the fields of a receipt that changed, whole except for `payment`, of which only the
 * changed fields are returned. A field that is gone is null.
 */
export function diffReceipts(before: PortalReceipt, after: PortalReceipt): Fields {
  const changed = diffFields(before, after)
  if (changed['payment']) changed['payment'] = diffFields(before.payment, after.payment)
  return changed
}

function diffFields(before: Fields, after: Fields): Fields {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]))
}
