import type { RenderedPage } from '@tallystick/web/portal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import { type PageApp, readAppAssets } from './app-assets.js'
import { createPageSender } from './send-page.js'
import { previewPath } from './serve-assets.js'

type ServedPage = {
  path: string
  summary: string
  /** The app whose styles and script the page uses. */
  name: PageApp
  /** Renders the page at every request. */
  render(request: FastifyRequest): Promise<RenderedPage>
  /** Returns the path of the web app manifest, of a page that people install. */
  manifestOf?(request: FastifyRequest): string
  /** Whether the page sends forms to this service. */
  hasForms?: boolean
  /** Whether search engines may list the page. */
  isIndexed?: boolean
  /** Whether the page shows other pages of this service in frames. */
  framesOurPages?: boolean
  /** Whether the page shows files that its script has read in frames. */
  framesFiles?: boolean
  /** Returns a module and a call that the page's script needs first, so that they load beside it. */
  needsFirst?(request: FastifyRequest): { module: string; call: string | null }
  /** The parameters of the path. The page's script reads them. */
  params?: TObject
}

/** Serves a page of an app that is the same for everyone, and needs no database. */
export function servePage(
  app: FastifyInstance,
  ctx: Pick<Context, 'config'>,
  {
    path,
    summary,
    name,
    render,
    manifestOf,
    hasForms = false,
    isIndexed = false,
    framesOurPages = false,
    framesFiles = false,
    needsFirst,
    params,
  }: ServedPage,
): void {
  const { script, css: styles, ...scripts } = readAppAssets(name)
  const sendPage = createPageSender(ctx)
  const image = `${ctx.config.baseUrl}${previewPath}`
  app.get(
    path,
    {
      config: { outage: 'unaffected', guard: anyone() },
      schema: {
        tags: ['pages'],
        summary,
        ...(params && { params }),
        response: { 200: { content: { 'text/html': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const { css: _, ...page } = await render(request)
      const manifest = manifestOf?.(request) ?? null
      const { module, call } = needsFirst?.(request) ?? { module: '', call: null }
      const modules = [...scripts.imports, ...(scripts.modules.get(module) ?? [])]
      const shown = { image, icon: null, manifest, isIndexed }
      const document = { ...page, ...shown, styles: [styles], modules, call, script }
      const rights = { hasForms, framesOurPages, framesFiles }
      return sendPage({ request, reply, document, frame: null, ...rights })
    },
  )
}
