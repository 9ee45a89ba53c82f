import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.js'
import type { Limit } from '../limits/limit.js'
import type { LimitName } from '../limits/limits.js'
import { createSlots, type Slots } from '../limits/slots.js'

/**
 * Keeps a stream open until the client leaves or the stream is ended. A client that stops reading
 * is disconnected; it can reconnect with its last event id.
 */
export function keepEventStream(
  response: ServerResponse,
  options: { keepAliveMs: number; onDrain: () => void; onClose: () => void },
): { end(): void } {
  const timer = setInterval(() => {
    if (response.writableNeedDrain) response.destroy()
    else response.write(keepAliveComment)
  }, options.keepAliveMs)

  response.on('drain', options.onDrain)
  response.once('close', () => {
    clearInterval(timer)
    options.onClose()
  })
  // A broken connection also emits `close`, which is handled above.
  response.on('error', () => {})

  return {
    end() {
      clearInterval(timer)
      // A client that does not read would never receive the end.
      if (response.writableNeedDrain) response.destroy()
      else response.end()
    },
  }
}

/** An empty comment that keeps an idle connection open. */
const keepAliveComment = ':\n\n'

/** Begins a response of server-sent events and returns it. The caller owns it from here. */
export function beginEventStream(reply: FastifyReply): ServerResponse {
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  reply.header('cache-control', 'no-cache')
  // Tells proxies not to buffer the response.
  reply.header('x-accel-buffering', 'no')
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.write(keepAliveComment)
  return reply.raw
}

/** Limits the open streams of each owner. `max` replaces single figures of the limit. */
export function createStreamLimit(
  ctx: Pick<Context, 'now' | 'config'>,
  limit: LimitName,
  max?: Limit['max'],
): Slots {
  return createSlots(ctx, {
    limit,
    max,
    describe: (owner, count) =>
      `${owner === 'network' ? 'Your network address has' : 'You have'} ${count} open streams, the maximum. Close one first.`,
  })
}

/** Rejects a client because too many streams are open. */
export function refuseStream(reply: FastifyReply, message: string): void {
  reply.code(503).header('retry-after', 5).send({ error: 'too_many_streams', message })
}
