import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { csrfCookie, readCookie } from '../../auth/sessions/cookies.js'
import type { Context } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { apiVersion } from '../../platform/version.js'
import { servePage } from '../pages/serve-page.js'

/**
 * Serves the console, on which a merchant runs the shop. Its script chooses the screen by the path,
 * and reads everything through the public API.
 */
const consoleRoutes: FastifyPluginAsync<{ ctx: Context }> = async (app, { ctx }) => {
  const { mode, chainId } = ctx.config
  for (const names of [[], ['screen'], ['screen', 'id']]) {
    servePage(app, ctx, {
      path: ['/console', ...names.map((name) => `:${name}`)].join('/'),
      params: Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()]))),
      summary: 'Console of the merchant',
      name: 'console',
      // Pages of the shop stand beside the settings that change them.
      framesOurPages: true,
      // The preview of the PDF receipt.
      framesFiles: true,
      needsFirst: ({ params, headers }) => ({
        module: `${(params as { screen?: string }).screen ?? 'home'}-screen`,
        // Without its cookie, there is no session to read.
        call: readCookie(headers.cookie, csrfCookie) ? '/api/auth/me' : null,
      }),
      async render() {
        const { renderConsolePage } = await import('@tallystick/web/console')
        return renderConsolePage({ mode, chainId, version: apiVersion })
      },
    })
  }
}

export const consoleFeature: Feature = { routes: [consoleRoutes] }
