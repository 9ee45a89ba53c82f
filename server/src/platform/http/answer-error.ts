import type { FastifyReply, FastifyRequest } from 'fastify'
import { toWireError, type WireError } from './wire-error.js'

/** Answers whatever a route threw, and logs it when it is a bug of ours. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const wire = toWireError(error)
  if (wire.isBug) request.log.error({ err: error }, 'request failed')
  return sendError(reply, wire)
}

export function sendError(reply: FastifyReply, error: WireError) {
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  return reply.code(error.status).type('application/json; charset=utf-8').send(error.body)
}
