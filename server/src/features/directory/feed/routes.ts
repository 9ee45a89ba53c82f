import { Type } from 'typebox'
import type { Routes } from '../../../platform/feature.js'
import { entityTagOf, hasTag } from '../../../platform/http/compress.js'
import type { Catalogs } from '../../inventory/search/catalogs.js'
import { getListedShop } from '../get-listed-merchant.js'
import { directoryGuard, movedShop, searchOf } from '../listed-shop-route.js'
import { ShopParams } from '../schemas.js'
import type { ShopDirectory } from '../shop-directory.js'
import { listFeed } from './list-feed.js'
import { FeedQuery, ProductFeed } from './schemas.js'

const unchanged = Type.Unsafe<undefined>(Type.Null({ description: 'The page has not changed' }))

/** The product feeds of listed shops. */
export const feedRoutes: Routes<{ directory: ShopDirectory; catalogs: Catalogs }> = async (
  app,
  { ctx, directory, catalogs },
) => {
  app.get(
    '/api/directory/shops/:slug/feed',
    {
      config: { outage: 'refuse', guard: directoryGuard(ctx.config), allowsAnyOrigin: true },
      schema: {
        summary: 'Get the product feed of a listed shop',
        description:
          'Its field names are those of common product feeds. Send If-None-Match with the ETag of a page you have.',
        params: ShopParams,
        querystring: FeedQuery,
        response: { 200: ProductFeed, 304: unchanged, 308: movedShop },
      },
    },
    async (request, reply) => {
      const { merchant, slug } = await getListedShop(directory, request.params.slug)
      if (slug !== request.params.slug) {
        return reply.redirect(`/api/directory/shops/${slug}/feed${searchOf(request.url)}`, 308)
      }
      const feed = await listFeed(ctx, { catalogs, merchant, slug, query: request.query })
      const etag = entityTagOf(JSON.stringify(feed))
      const cacheControl = ctx.config.directoryPublic ? 'public, max-age=60' : 'private, no-cache'
      reply.headers({ etag, 'cache-control': cacheControl })
      if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send(undefined)
      return feed
    },
  )
}
