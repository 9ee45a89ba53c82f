import { degradedFields } from '../../platform/degraded/degraded.js'
import { orRecall } from '../../platform/degraded/recall-from.js'
import type { Routes } from '../../platform/feature.js'
import { describeCatalogItem } from '../inventory/describe-item.js'
import { createItemLister } from '../inventory/list-items.js'
import { recallItems } from '../inventory/recall-items.js'
import { CatalogPage } from '../inventory/schemas.js'
import type { Catalogs } from '../inventory/search/catalogs.js'
import { showImages } from '../inventory/show-images.js'
import { getListedShop } from './get-listed-merchant.js'
import { directoryGuard, movedShop, searchOf } from './listed-shop-route.js'
import { readShopItemsQuery } from './read-shop-items-query.js'
import { readShopQuery } from './read-shop-query.js'
import { DirectoryPage, DirectoryQuery, ShopItemsQuery, ShopParams } from './schemas.js'
import type { ShopDirectory } from './shop-directory.js'

/** The listed shops and their items. */
export const directoryRoutes: Routes<{ directory: ShopDirectory; catalogs: Catalogs }> = async (
  app,
  { ctx, directory, catalogs },
) => {
  const config = { guard: directoryGuard(ctx.config), allowsAnyOrigin: true }
  const list = createItemLister(ctx, catalogs)

  app.get(
    '/api/directory/shops',
    {
      config: { ...config, outage: 'recall' },
      schema: {
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
        ...(ctx.degraded.isDegraded() ? degradedFields : {}),
      }
    },
  )

  app.get(
    '/api/directory/shops/:slug/items',
    {
      config: { ...config, outage: 'recall' },
      schema: {
        summary: 'List the items of a listed shop',
        description: 'Redirects to the current slug if the shop had this one in the last 180 days.',
        params: ShopParams,
        querystring: ShopItemsQuery,
        response: { 200: CatalogPage, 308: movedShop },
      },
    },
    async (request, reply) => {
      const query = readShopItemsQuery(request.query)
      const { merchant, slug } = await getListedShop(directory, request.params.slug)
      if (slug !== request.params.slug) {
        return reply.redirect(`/api/directory/shops/${slug}/items${searchOf(request.url)}`, 308)
      }
      ctx.snapshot.use(merchant)
      const { items, page, usdPerEuro, ...mark } = await orRecall(
        () => list({ merchant, query }),
        () => recallItems(ctx, { merchant, query }),
      )
      return {
        ok: true as const,
        items: (await showImages(ctx, items, request.query.images)).map((item) =>
          describeCatalogItem(item, usdPerEuro),
        ),
        ...page,
        ...mark,
      }
    },
  )
}
