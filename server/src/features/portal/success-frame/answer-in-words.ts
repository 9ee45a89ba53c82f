import type { FastifyReply, FastifyRequest } from 'fastify'
import { toWireError } from '../../../platform/http/wire-error.js'
import { frameHeaders } from './frame-headers.js'

/** Answers what the frame's route threw by its sentence alone: a frame is looked at, if at all, and not parsed. */
export function answerInWords(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfter, isBug } = toWireError(error)
  if (isBug) request.log.error({ err: error }, 'request failed')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .code(status)
    .headers(frameHeaders)
    .type('text/plain; charset=utf-8')
    .send(body.message)
}
