import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import { networkOf } from '../../platform/chain/networks.js'
import type { Context } from '../../platform/context.js'
import { apiVersion } from '../../platform/version.js'
import { fillTemplate } from '../pages/fill-template.js'
import { readPublicFile, serveAssets, servePage } from '../pages/serve-files.js'
import { demoFileOf, findDemoKey } from '../sandbox/demo-file.js'

/** Payment pages are private, and the API is for programs. */
const robots = `User-agent: *
Disallow: /api/
Disallow: /portal/
Disallow: /sandbox/
`

/** Serves the operator's start page and the assets of all pages without a build. */
export const homeRoutes: FastifyPluginAsync<{ ctx: Context }> = async (app, { ctx }) => {
  const { config } = ctx
  const isSandbox = ctx.sandbox !== null
  const template = readPublicFile('start.html')
  const network = networkOf(ctx)

  async function render(): Promise<string> {
    // Never in live mode: anyone may open this page.
    const demoKey = isSandbox ? await findDemoKey(config) : null
    const isDegraded = ctx.health.isDegraded()
    return fillTemplate(template, {
      texts: {
        mode: config.mode,
        baseUrl: config.baseUrl,
        version: apiVersion,
        network: network.name,
        chainId: String(config.chainId),
        key: demoKey ?? '<your key>',
        ...(isSandbox ? { dataDir: config.dataDir, demoFile: demoFileOf(config) } : {}),
      },
      conditions: {
        sandbox: isSandbox,
        live: !isSandbox,
        hasKey: demoKey !== null,
        needsKey: demoKey === null,
        ok: !isDegraded,
        degraded: isDegraded,
      },
    })
  }

  servePage(app, { path: '/', summary: 'Start page', render, hasForms: isSandbox })
  serveAssets(app, ['logo.svg', 'preview.png', 'tokens.css', 'parts.css', 'start.css', 'start.js'])

  const logo = readPublicFile('logo.svg')
  app.get(
    '/favicon.ico',
    {
      config: { outage: 'unaffected', guard: anyone() },
      schema: {
        tags: ['pages'],
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
        tags: ['pages'],
        summary: 'Rules for crawlers',
        response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('text/plain; charset=utf-8')
        .send(robots),
  )
}
