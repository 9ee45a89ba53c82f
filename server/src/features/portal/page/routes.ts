import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { RenderedPage } from '@tallystick/web/portal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { anyone } from '../../../auth/guards.js'
import { createPortalTokens } from '../../../auth/portal-tokens.js'
import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import { accepts } from '../../../platform/http/compress.js'
import { toWireError } from '../../../platform/http/wire-error.js'
import { getOwner } from '../get-owner.js'
import { getPortal } from '../get-portal.js'
import { PortalParams, PortalQuery } from '../schemas.js'
import { assetsPath, readClientBuild } from './client-build.js'
import { pagePolicy } from './page-policy.js'
import { pageProblem } from './page-problem.js'
import { viewOf } from './view-of.js'

const compress = promisify(gzip)
const script = Type.Unsafe<Buffer>(Type.String())
const html = { content: { 'text/html': { schema: Type.String() } } }

const PageQuery = Type.Object({
  ...PortalQuery.properties,
  asset: Type.Optional(Type.String({ description: 'What to pay in, by its symbol' })),
})

/** The page where a buyer pays, and the scripts it loads. */
export const portalPageRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (
  app,
  { ctx },
) => {
  const build = readClientBuild()
  const tokens = createPortalTokens(ctx.config)

  app.get(
    '/portal/:id',
    {
      config: { guard: anyone({ limit: 'portal' }) },
      schema: {
        tags: ['pages'],
        summary: 'Where a buyer pays',
        params: PortalParams,
        querystring: PageQuery,
        response: { 200: html },
      },
      errorHandler: (error, request, reply) => answerProblem(error, request, reply),
    },
    async (request, reply) => {
      const { id: receiptId } = request.params
      const { recipient, asset } = request.query
      const merchant = await getOwner(ctx, { id: receiptId, recipient })
      const receipt = await getPortal(ctx, { ref: { merchant, receiptId }, tokens })
      const frame = `/portal/${encodeURIComponent(receiptId)}/success-frame`
      const { renderPortalPage } = await import('@tallystick/web/portal')
      const view = viewOf(ctx, { receipt, merchant, asset })
      return send(renderPortalPage(view, build), { request, reply, frame })
    },
  )

  app.get(
    `${assetsPath}/:file`,
    {
      config: { guard: anyone() },
      schema: {
        tags: ['pages'],
        summary: 'A script of the payment page',
        params: Type.Object({ file: Type.String() }),
        response: { 200: { content: { 'text/javascript': { schema: script } } } },
      },
    },
    async (request, reply) => {
      const found = build.findScript(request.params.file)
      if (!found) throw new AppError('not_found', 'There is no such script')
      const encoding = (['br', 'gzip'] as const).find((one) =>
        accepts(request.headers['accept-encoding'], one),
      )
      if (encoding) reply.header('content-encoding', encoding)
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept-encoding',
        })
        .type('text/javascript; charset=utf-8')
        .send(found[encoding ?? 'plain'])
    },
  )

  async function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { status, retryAfter, isBug } = toWireError(error)
    if (isBug) request.log.error({ err: error }, 'request failed')
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    // Whatever is wrong with a link, it leads nowhere.
    reply.code(status === 400 ? 404 : status)
    const { renderErrorPage } = await import('@tallystick/web/portal')
    return send(renderErrorPage(pageProblem(status), build), { request, reply, frame: null })
  }

  async function send(
    { html: text, styles }: RenderedPage,
    to: { request: FastifyRequest; reply: FastifyReply; frame: string | null },
  ) {
    const { request, reply, frame } = to
    reply.headers(pagePolicy({ styles, frame }, ctx.config)).type('text/html; charset=utf-8')
    reply.header('vary', 'accept-encoding')
    if (!accepts(request.headers['accept-encoding'], 'gzip')) return reply.send(text)
    return reply.header('content-encoding', 'gzip').send(await compress(text))
  }
}
