import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf, principalOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, session, siwx } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import { getShopConfig } from './get-shop-config.js'
import { readSiteConfig } from './read-site-config.js'
import { ShopConfigAnswer, ShopConfigChange, ShopConfigUpdated, SiteConfig } from './schemas.js'
import { updateShopConfig } from './update-shop-config.js'

/** A hundred tax overrides with all their components fit into it. */
const changeBytes = 262_144

/** What a merchant's shop looks like and how it sells, and what the site offers to begin with. */
export const shopRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  // Now, so that a service with a broken file does not start.
  const site = readSiteConfig(ctx.config)

  app.get(
    '/api/shop/config',
    {
      config: {
        guard: anyOf(developer({ scope: 'shop:read' }), session({ may: 'shop:read' }), siwx()),
      },
      schema: {
        tags: ['shop'],
        summary: 'The configuration of the shop',
        response: { 200: ShopConfigAnswer },
      },
    },
    async (request) => ({ config: await getShopConfig(ctx, merchantOf(request)) }),
  )

  app.post(
    '/api/shop/config',
    {
      bodyLimit: changeBytes,
      config: { guard: session({ may: 'shop:write' }) },
      schema: {
        tags: ['shop'],
        summary: 'Change parts of the configuration',
        description: 'Objects merge, lists and values replace. Unknown fields are ignored.',
        body: ShopConfigChange,
        response: { 200: ShopConfigUpdated },
      },
    },
    async (request) => {
      const by = principalOf(request)
      const config = await updateShopConfig(ctx, { change: request.body, by })
      return { ok: true as const, config }
    },
  )

  app.get(
    '/api/site/config',
    {
      config: {
        guard: ctx.config.siteConfigPublic
          ? anyone({ limit: 'site-config' })
          : anyOf(developer(), session({ may: 'shop:read' })),
      },
      schema: {
        tags: ['shop'],
        summary: 'The defaults of the site',
        response: { 200: SiteConfig },
      },
    },
    async () => site,
  )
}
