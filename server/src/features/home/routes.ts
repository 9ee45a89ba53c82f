import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import { networkOf } from '../../platform/chain/networks.js'
import type { Context } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { text } from '../../platform/http/schemas.js'
import { projectRoot } from '../../platform/project-root.js'
import { apiVersion } from '../../platform/version.js'
import { readPublicFile, serveAssets } from '../pages/serve-assets.js'
import { servePage } from '../pages/serve-page.js'
import { demoFileOf, findDemoKey } from '../sandbox/demo-file.js'

/** Payment pages, carts and orders are private, and the API is for programs. */
const writeRobots = (baseUrl: string) => `User-agent: *
Disallow: /api/
Disallow: /portal/
Disallow: /sandbox/
Disallow: /shop/*/cart
Disallow: /shop/*/orders/

Sitemap: ${baseUrl}/sitemap.xml
`

/** Serves the operator's start page, and the files that all pages share. */
const homeRoutes: FastifyPluginAsync<{ ctx: Context }> = async (app, { ctx }) => {
  const { config } = ctx
  const network = networkOf(ctx)

  servePage(app, ctx, {
    path: '/',
    summary: 'Start page',
    name: 'start',
    hasForms: ctx.sandbox !== null,
    isIndexed: true,
    async render() {
      const { renderStartPage } = await import('@tallystick/web/start')
      return renderStartPage({
        isDegraded: ctx.health.isDegraded(),
        baseUrl: config.baseUrl,
        version: apiVersion,
        network: network.name,
        chainId: config.chainId,
        hasShops: config.directoryPublic && config.shopsPage === 'on',
        // Never in live mode: anyone may open this page.
        sandbox: ctx.sandbox && {
          dataDir: config.dataDir,
          demoFile: demoFileOf(config),
          demoKey: await findDemoKey(config),
        },
      })
    },
  })
  serveAssets(app, ['logo.svg', 'preview.png'])

  const logo = readPublicFile('logo.svg')
  app.get(
    '/favicon.ico',
    {
      config: { outage: 'unaffected', guard: anyone() },
      schema: {
        summary: 'Icon of pages that name none',
        response: { 200: { content: { 'image/svg+xml': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(logo),
  )

  app.get(
    '/robots.txt',
    {
      config: { outage: 'unaffected', guard: anyone() },
      schema: {
        summary: 'Rules for crawlers',
        response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('text/plain; charset=utf-8')
        .send(writeRobots(config.baseUrl)),
  )
}

const markdown = Type.Unsafe<Buffer>(Type.String())

/** Serves the documentation of this version as plain text, which every browser shows. */
const docsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const folder = join(projectRoot(), 'docs')
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'))

  app.get(
    '/docs/:page',
    {
      config: { outage: 'unaffected', guard: anyone() },
      schema: {
        summary: 'Page of the documentation, as Markdown',
        params: Type.Object({ page: text('For example receipts.md') }),
        response: { 200: { content: { 'text/plain': { schema: markdown } } } },
      },
    },
    async (request, reply) => {
      // Only names from the list, so that no path leads out of the folder.
      const name = names.find((candidate) => candidate === request.params.page)
      if (!name) throw new AppError('not_found', 'There is no such page in the documentation.')
      return reply.type('text/plain; charset=utf-8').send(await readFile(join(folder, name)))
    },
  )
}

export const homeFeature: Feature = {
  tag: 'pages',
  routes: [homeRoutes, docsRoutes],
}
