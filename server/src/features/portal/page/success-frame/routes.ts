import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { anyone } from '../../../../auth/guards.js'
import type { Context } from '../../../../platform/context.js'
import { toWireError } from '../../../../platform/http/wire-error.js'
import { PortalParams, PortalQuery } from '../../schemas.js'
import { frameHeaders } from './frame-headers.js'
import { getScript } from './get-script.js'
import { writeFrame } from './write-frame.js'

const plainError = {
  description: 'Error message',
  content: { 'text/plain': { schema: Type.String() } },
}

/** Serves the frame that runs a merchant's script after the payment. It ignores cookies. */
export const successFrameRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (
  app,
  { ctx },
) => {
  app.get(
    '/portal/:id/success-frame',
    {
      config: { outage: 'refuse', guard: anyone({ limit: 'portal' }) },
      errorHandler: (error, request, reply) => sendPlainError(error, request, reply),
      schema: {
        tags: ['pages'],
        summary: "Isolated frame for the merchant's script after the payment",
        params: PortalParams,
        querystring: PortalQuery,
        response: {
          200: { content: { 'text/html': { schema: Type.String() } } },
          '4xx': plainError,
          '5xx': plainError,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const script = await getScript(ctx, { id, query: request.query })
      return reply.headers(frameHeaders).type('text/html; charset=utf-8').send(writeFrame(script))
    },
  )
}

/** Sends only the message of an error, because a frame is displayed, not parsed. */
function sendPlainError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfter, isBug } = toWireError(error)
  if (isBug) request.log.error({ err: error }, 'request failed')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .code(status)
    .headers(frameHeaders)
    .type('text/plain; charset=utf-8')
    .send(body.message)
}
