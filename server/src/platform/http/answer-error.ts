import type { FastifyReply, FastifyRequest } from 'fastify'
import { toWireError } from './wire-error.js'

/** Answers whatever a route threw, and logs it when it is a bug of ours. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfter, isBug } = toWireError(error)
  if (isBug) request.log.error({ err: error }, 'request failed')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}
