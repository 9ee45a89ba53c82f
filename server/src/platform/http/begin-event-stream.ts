import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Keeps a connection open that nothing is said on. */
export const stillThere = ':\n\n'

/**
 * Begins an answer of server-sent events. It goes on for as long as somebody listens, so from here it is the caller's
 * and no longer the framework's.
 */
export function beginEventStream(reply: FastifyReply): ServerResponse {
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  reply.header('cache-control', 'no-cache')
  // Some proxies collect an answer before they pass it on.
  reply.header('x-accel-buffering', 'no')
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.write(stillThere)
  return reply.raw
}
