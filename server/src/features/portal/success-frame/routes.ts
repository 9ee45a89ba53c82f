import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { anyone } from '../../../auth/guards.js'
import type { Context } from '../../../platform/context.js'
import { PortalParams, PortalQuery } from '../schemas.js'
import { answerInWords } from './answer-in-words.js'
import { frameHeaders } from './frame-headers.js'
import { getScript } from './get-script.js'
import { writeFrame } from './write-frame.js'

const words = { description: 'Why not', content: { 'text/plain': { schema: Type.String() } } }

/** The frame in which a merchant's script runs once a receipt is paid. It is the same for everybody: cookies do not count. */
export const successFrameRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (
  app,
  { ctx },
) => {
  app.get(
    '/portal/:id/success-frame',
    {
      config: { guard: anyone({ limit: 'portal' }) },
      errorHandler: (error, request, reply) => answerInWords(error, request, reply),
      schema: {
        tags: ['pages'],
        summary: "The merchant's script after the payment, in a frame that can do nothing else",
        params: PortalParams,
        querystring: PortalQuery,
        response: {
          200: { content: { 'text/html': { schema: Type.String() } } },
          '4xx': words,
          '5xx': words,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { recipient } = request.query
      const script = await getScript(ctx, { id, recipient })
      return reply.headers(frameHeaders).type('text/html; charset=utf-8').send(writeFrame(script))
    },
  )
}
