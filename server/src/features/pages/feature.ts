import type { FastifyPluginAsync } from 'fastify'
import type { Context } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { pageRoutes, widgetRoutes } from './routes.js'
import { servePage } from './serve-page.js'

/** Serves a page with every part that pages are made of, in a sandbox only. */
const partsPageRoutes: FastifyPluginAsync<{ ctx: Context }> = async (app, { ctx }) => {
  if (!ctx.sandbox) return
  servePage(app, ctx, {
    path: '/sandbox/parts',
    summary: 'Parts of the pages, in a sandbox only',
    name: 'parts',
    async render() {
      const { renderPartsPage } = await import('@tallystick/web/parts')
      return renderPartsPage()
    },
  })
}

export const pagesFeature: Feature = {
  routes: [pageRoutes, partsPageRoutes, widgetRoutes],
}
