import type { FastifyPluginAsync } from 'fastify'
import { networkOf } from '../../platform/chain/networks.js'
import type { Context } from '../../platform/context.js'
import { apiVersion } from '../../platform/version.js'
import { fillTemplate } from '../pages/fill-template.js'
import { readPublicFile, serveAssets, servePage } from '../pages/serve-files.js'
import { demoFileOf, findDemoKey } from '../sandbox/demo-file.js'

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
  serveAssets(app, ['logo.svg', 'tokens.css', 'parts.css', 'start.css', 'start.js'])
}
