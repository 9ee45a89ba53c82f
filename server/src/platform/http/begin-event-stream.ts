import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** An empty comment that keeps an idle connection open. */
export const keepAliveComment = ':\n\n'

/**
 * Begins a response of server-sent events and returns it. From here the caller owns the response, which stays open
 * while the client listens.
 */
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
