import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { anyOf, anyone, developer, session, siwx } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import { describeCatalogueItem } from '../inventory/describe-item.js'
import { describePage } from '../inventory/describe-page.js'
import { CataloguePage } from '../inventory/schemas.js'
import type { Catalogues } from '../inventory/search/catalogues.js'
import { listShopItems } from './list-shop-items.js'
import { readShopItemsQuery } from './read-shop-items-query.js'
import { readShopQuery } from './read-shop-query.js'
import { DirectoryPage, DirectoryQuery, ShopItemsQuery, ShopParams } from './schemas.js'
import type { ShopDirectory } from './shop-directory.js'

/** The listed shops and their items. */
export const directoryRoutes: FastifyPluginAsyncTypebox<{
  ctx: Context
  directory: ShopDirectory
  catalogues: Catalogues
}> = async (app, { ctx, directory, catalogues }) => {
  // Buyers' programs have no key and must still find shops. A bad key is refused all the same.
  const guard = ctx.config.directoryPublic
    ? anyOf(anyone({ limit: 'directory' }), developer(), siwx())
    : anyOf(developer(), session({ may: 'shop:read' }), siwx())

  app.get(
    '/api/directory/shops',
    {
      config: { guard },
      schema: {
        tags: ['directory'],
        summary: 'Search the listed shops',
        querystring: DirectoryQuery,
        response: { 200: DirectoryPage },
      },
    },
    async (request) => {
      const query = readShopQuery(request.query)
      const index = await directory.get()
      const { shops, total } = index.find(query)
      const { limit, offset } = query
      const brandContext = ctx.config.brandKey
      return {
        ok: true as const,
        directory: shops,
        meta: { totalReturned: shops.length, limit, offset, brandContext, total },
      }
    },
  )

  app.get(
    '/api/directory/shops/:slug/items',
    {
      config: { guard },
      schema: {
        tags: ['directory'],
        summary: 'List the items of a listed shop',
        params: ShopParams,
        querystring: ShopItemsQuery,
        response: { 200: CataloguePage },
      },
    },
    async (request) => {
      const query = readShopItemsQuery(request.query)
      const { slug } = request.params
      const found = await listShopItems(ctx, { directory, catalogues, slug, query })
      return {
        ok: true as const,
        items: found.items.map((item) => describeCatalogueItem(item, found.usdPerEuro)),
        ...describePage(query, found.total),
      }
    },
  )
}
