import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import type { Config } from '../../platform/config/config.js'
import type { Routes } from '../../platform/feature.js'
import { searchOf } from '../directory/listed-shop-route.js'
import { readShopQuery } from '../directory/read-shop-query.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import type { Catalogs } from '../inventory/search/catalogs.js'
import { emptyCart, readCart, writeCart } from './cart.js'
import { describeDirectory, readDirectoryPage } from './describe-directory.js'
import { describeItemPage } from './describe-item-page.js'
import { hasDirectory } from './describe-shop.js'
import { describeShopPage } from './describe-shop-page.js'
import { type OpenedShop, openShop } from './open-shop.js'
import {
  DirectoryPageQuery,
  ItemPageParams,
  ItemPageQuery,
  ShopPageParams,
  ShopPageQuery,
} from './schemas.js'
import { createShopPageSender } from './send-shop-page.js'
import { createStateSender } from './send-state.js'
import { describeItemData, describeShopData } from './structured-data.js'

const html = { content: { 'text/html': { schema: Type.String() } } }
/** A response without a body. The header `location` has the URL. */
const moved = { description: 'Redirects to the current slug', content: {} }

type Parts = { directory: ShopDirectory; catalogs: Catalogs }

/** The pages of shops that visitors and search engines read. None of them creates anything. */
export const shopPageRoutes: Routes<Parts> = async (app, { ctx, directory, catalogs }) => {
  const send = createShopPageSender(ctx)
  const sendState = createStateSender(ctx, send)
  const errorHandler = sendState.ofError

  app.get(
    '/shops',
    {
      config: { guard: anyone(), outage: 'refuse' },
      schema: {
        tags: ['pages'],
        summary: 'Page of all listed shops',
        querystring: DirectoryPageQuery,
        response: { 200: html, 404: html },
      },
      errorHandler,
    },
    async (request, reply) => {
      const to = { request, reply }
      if (!hasDirectory(ctx.config)) return sendState(to, { kind: 'unknown' })
      const page = readDirectoryPage(request.query)
      const query = readShopQuery(page.query)
      const index = await directory.get()
      const view = describeDirectory(ctx, { index, found: index.find(query), page })
      const { renderDirectoryPage } = await import('@tallystick/web/shop')
      const isPlain = Object.keys(request.query).length === 0
      if (isPastEnd(view)) reply.code(404)
      return send(to, {
        page: renderDirectoryPage(view),
        canonicalPath: isPlain ? '/shops' : null,
      })
    },
  )

  app.get(
    '/shop/:slug',
    {
      config: { guard: anyone(), outage: 'refuse' },
      schema: {
        tags: ['pages'],
        summary: "Page of a shop's items",
        params: ShopPageParams,
        querystring: ShopPageQuery,
        response: { 200: html, 308: moved, 404: html },
      },
      errorHandler,
    },
    async (request, reply) =>
      withShop({ request, reply, slug: request.params.slug }, async (shop) => {
        const to = { request, reply }
        const view = await describeShopPage(ctx, { catalogs, shop, request, query: request.query })
        const { renderShopPage } = await import('@tallystick/web/shop')
        const { category } = view.query
        // A category that no item has is a text of the link, not of the shop.
        const isListed = !request.query.q && (category === '' || view.total > 0)
        if (isPastEnd(view)) reply.code(404)
        return send(to, {
          page: renderShopPage(view),
          canonicalPath: isListed && !isPastEnd(view) ? pathOfShop(shop.slug, view) : null,
          picture: view.items.find((item) => item.picture !== null)?.picture ?? null,
          icon: view.logo || null,
          structuredData: describeShopData(ctx.config, view),
        })
      }),
  )

  app.get(
    '/shop/:slug/items/:sku',
    {
      config: { guard: anyone(), outage: 'refuse' },
      schema: {
        tags: ['pages'],
        summary: 'Page of an item of a shop',
        params: ItemPageParams,
        querystring: ItemPageQuery,
        response: { 200: html, 308: moved },
      },
      errorHandler,
    },
    async (request, reply) =>
      withShop({ request, reply, slug: request.params.slug }, async (shop) => {
        const to = { request, reply }
        const { sku } = request.params
        const view = await describeItemPage(ctx, { shop, request, sku })
        if (!view) return sendState(to, { kind: 'noItem', shop })
        const { renderItemPage } = await import('@tallystick/web/shop')
        return send(to, {
          page: renderItemPage(view),
          canonicalPath: `/shop/${shop.slug}/items/${encodeURIComponent(view.item.sku)}`,
          picture: view.item.picture,
          icon: view.logo || null,
          structuredData: describeItemData(ctx.config, view),
        })
      }),
  )

  async function withShop(
    { request, reply, slug }: { request: FastifyRequest; reply: FastifyReply; slug: string },
    show: (shop: OpenedShop) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const outcome = await openShop(ctx, { directory, slug })
    if (outcome.kind === 'shop') return show(outcome)
    if (outcome.kind === 'moved')
      return redirectToSlug({ request, reply }, outcome.slug, ctx.config)
    return sendState({ request, reply }, { kind: outcome.reason })
  }
}

/** Sends a visitor to the same page under the current slug of a shop. The cart comes along. */
export function redirectToSlug(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  slug: string,
  config: Pick<Config, 'baseUrl'>,
): FastifyReply {
  const [path = ''] = request.url.split('?')
  const [, , former = '', ...others] = path.split('/')
  const rest = others.join('/')
  const cart = readCart(request.headers.cookie, former)
  if (cart.entries.length > 0) {
    const carts = [
      { slug, cart },
      { slug: former, cart: emptyCart },
    ]
    reply.header(
      'set-cookie',
      carts.map((stored) => writeCart(config, stored)),
    )
  }
  const target = rest === '' ? `/shop/${slug}` : `/shop/${slug}/${rest}`
  return reply.redirect(`${target}${searchOf(request.url)}`, 308)
}

/** Returns whether a list has fewer pages than a link says. */
function isPastEnd({ page, totalPages }: { page: number; totalPages: number }): boolean {
  return page > Math.max(1, totalPages)
}

function pathOfShop(slug: string, view: { query: { category: string }; page: number }): string {
  const query = new URLSearchParams()
  if (view.query.category !== '') query.set('category', view.query.category)
  if (view.page > 1) query.set('page', String(view.page))
  return query.size === 0 ? `/shop/${slug}` : `/shop/${slug}?${query}`
}
