import type { PageProblem, RenderedPage } from '@tallystick/web/portal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { anyone } from '../../../auth/guards.js'
import { createPortalTokens } from '../../../auth/portal-tokens.js'
import type { Routes } from '../../../platform/feature.js'
import { text } from '../../../platform/http/schemas.js'
import type { PageRights } from '../../../platform/http/security-headers.js'
import { toWireError } from '../../../platform/http/wire-error.js'
import { readAppAssets } from '../../pages/app-assets.js'
import { createPageSender } from '../../pages/send-page.js'
import { pageUrlOf } from '../checkout/open-portal.js'
import { createQrDrawer } from '../downloads/draw-payment-qr.js'
import { PortalParams, PortalQuery } from '../schemas.js'
import { showPortal } from '../view/recall-portal.js'
import { createPortalView, defaultPreviewOf, previewImageOf } from './create-portal-view.js'

const html = { content: { 'text/html': { schema: Type.String() } } }

const PageQuery = Type.Object({
  ...PortalQuery.properties,
  asset: Type.Optional(text('Symbol of the asset to pay in')),
  embed: Type.Optional(
    text('Origin of the page that shows or opened this one, if the shop lists it'),
  ),
})

/** Serves the payment page of a receipt. */
export const portalPageRoutes: Routes = async (app, { ctx }) => {
  const assets = readAppAssets('portal')
  const tokens = createPortalTokens(ctx.config)
  const sendPage = createPageSender(ctx)
  const drawQr = createQrDrawer()

  app.get(
    '/portal/:id',
    {
      config: { outage: 'recall', guard: anyone({ limit: 'portal' }) },
      schema: {
        tags: ['pages'],
        summary: 'Payment page of a receipt',
        params: PortalParams,
        querystring: PageQuery,
        response: { 200: html },
      },
      errorHandler: (error, request, reply) => sendProblem(error, request, reply),
    },
    async (request, reply) => {
      const { id: receiptId } = request.params
      const { asset, embed, ...query } = request.query
      // The page loads pictures by their hashes.
      const link = { id: receiptId, query: { ...query, thumbs: '0' } }
      const { page: opened, receipt, embedOrigins } = await showPortal(ctx, { link, tokens })
      const pageUrl = await pageUrlOf(ctx, opened)
      const frame = `/portal/${encodeURIComponent(receiptId)}/success-frame`
      const embedder = embedOrigins.find((origin) => origin === embed) ?? null
      const { renderPortalPage } = await import('@tallystick/web/portal')
      const view = createPortalView(ctx, { receipt, pageUrl, asset, embedder })
      const icon = view.receipt.theme.brandFaviconUrl || null
      const { isLimited } = opened
      const page = renderPortalPage(view, { draw: drawQr, isLimited })
      const image = previewImageOf(ctx.config, { receipt, isLimited })
      const shown = { script: assets.script, icon, image, frame }
      // The console shows the page beside the settings that change it.
      const rights = { embedOrigins, isShownByOurPages: true, keepsOpener: embedder !== null }
      return send(page, { request, reply, ...shown, ...rights })
    },
  )

  async function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const { status, retryAfter, isBug } = toWireError(error)
    if (isBug) request.log.error({ err: error }, 'request failed')
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    // The page says that it tries again by itself.
    if (describeProblem(status) !== 'notFound') reply.header('refresh', String(retryAfter ?? 15))
    // To a buyer, an invalid link is a page that does not exist.
    reply.code(status === 400 ? 404 : status)
    const { renderErrorPage } = await import('@tallystick/web/portal')
    const page = renderErrorPage(describeProblem(status), { mode: ctx.config.mode })
    const image = defaultPreviewOf(ctx.config)
    return send(page, { request, reply, script: null, icon: null, image, frame: null })
  }

  function send(
    { locale, title, description, body, css }: RenderedPage,
    to: PageRights & {
      request: FastifyRequest
      reply: FastifyReply
      script: string | null
      icon: string | null
      image: string
      frame: string | null
    },
  ) {
    const { script, icon, image, ...rest } = to
    const styles = [assets.css, css].filter((style) => style !== '')
    // A payment link is private.
    const head = { locale, title, description, image, icon, isIndexed: false }
    return sendPage({ ...rest, document: { ...head, body, styles, script } })
  }
}

/** Returns the problem that an HTTP error is to a buyer. It reveals no receipt of others. */
function describeProblem(status: number): PageProblem {
  if (status === 429) return 'tooMany'
  return status >= 500 ? 'unavailable' : 'notFound'
}
