import type { CartView } from '@tallystick/web/shop'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Access } from '../../auth/access.js'
import { anyone } from '../../auth/guards.js'
import { AppError, errorStatus } from '../../lib/errors.js'
import { parseUrl } from '../../lib/urls.js'
import type { Routes } from '../../platform/feature.js'
import { text } from '../../platform/http/schemas.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { placeOrder } from '../orders/sell/place-order.js'
import { createPaymentUrls } from '../receipts/create/payment-url.js'
import { findReceipt } from '../receipts/read/get-receipt.js'
import { readBuyerFields, toOrderFields } from './buyer-fields.js'
import { type Cart, emptyCart, isSku, maxQty, qtyOf, readCart, setQty, writeCart } from './cart.js'
import { chooseRegion, describeCart, orderItemsOf } from './describe-cart.js'
import { type OpenedShop, openShop } from './open-shop.js'
import { redirectToSlug } from './page-routes.js'
import { ShopPageParams } from './schemas.js'
import { createShopPageSender } from './send-shop-page.js'
import { createStateSender } from './send-state.js'
import { stageOf } from './stage-of.js'

const html = { content: { 'text/html': { schema: Type.String() } } }
const form = { content: { 'application/x-www-form-urlencoded': { schema: Type.Any() } } }
/** A response without a body. The header `location` has the URL. */
const next = { description: 'Redirects to the next page', content: {} }

const CartQuery = Type.Object({
  region: Type.Optional(text('Tax region')),
  notice: Type.Optional(text('added or full: what the last action did')),
})

type Parts = { access: Access; directory: ShopDirectory }
type To = { request: FastifyRequest; reply: FastifyReply }

/** The cart of a shop. The browser keeps it, and plain forms change it. */
export const cartRoutes: Routes<Parts> = async (app, { ctx, access, directory }) => {
  const send = createShopPageSender(ctx)
  const sendState = createStateSender(ctx, send)
  const errorHandler = sendState.ofError

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  )

  app.get(
    '/shop/:slug/cart',
    {
      config: { guard: anyone(), outage: 'refuse' },
      schema: {
        tags: ['pages'],
        summary: 'Cart of a shop',
        params: ShopPageParams,
        querystring: CartQuery,
        response: { 200: html, 308: next },
      },
      errorHandler,
    },
    async (request, reply) =>
      withShop({ request, reply }, async (shop) => {
        const cart = await dropPaid({ request, reply }, shop)
        const region = request.query.region
        return sendCart({ request, reply }, { shop, cart, ...(region ? { region } : {}) })
      }),
  )

  app.post(
    '/shop/:slug/cart',
    {
      config: { guard: anyone(), outage: 'unaffected', stores: 'nothing' },
      schema: {
        tags: ['pages'],
        summary: 'Change the cart of a shop',
        description: 'Creates nothing on the server: the browser keeps the cart.',
        params: ShopPageParams,
        body: form,
        response: { 303: next },
      },
      errorHandler,
    },
    async (request, reply) => {
      requireSameSite(request)
      const { slug } = request.params
      if (!isSlug(slug)) return sendState({ request, reply }, { kind: 'unknown' })
      const fields = readForm(request)
      const cart = readCart(request.headers.cookie, slug)
      const changed = applyForm(cart, fields)
      if (changed) reply.header('set-cookie', writeCart(ctx.config, { slug, cart: changed }))
      const isAdded = fields.get('op') === 'add'
      const notice = changed === null ? 'full' : isAdded ? 'added' : ''
      return reply.redirect(readBack(fields.get('back'), { slug, notice }), 303)
    },
  )

  app.post(
    '/shop/:slug/checkout',
    {
      config: {
        guard: anyone({ limit: 'shop-orders' }),
        outage: 'refuse',
        createsReceipt: true,
      },
      schema: {
        tags: ['pages'],
        summary: 'Order the cart of a shop',
        description:
          'Places an order, as POST /api/directory/shops/{slug}/orders does, and redirects to its payment page.',
        params: ShopPageParams,
        body: form,
        response: { 200: html, 303: next },
      },
      errorHandler,
    },
    async (request, reply) => {
      requireSameSite(request)
      return withShop({ request, reply }, (shop) => checkOut({ request, reply }, shop))
    },
  )

  async function checkOut(to: To, shop: OpenedShop): Promise<FastifyReply> {
    const { request, reply } = to
    const fields = readForm(request)
    const { slug, config, merchant } = shop
    const cart = readCart(request.headers.cookie, slug)
    const region = chooseRegion(config, fields.get('region') ?? '')
    const { values, invalid } = readBuyerFields(fields, config.storefront.buyerFields)
    const shown = { shop, cart, region, values }
    if (Object.keys(invalid).length > 0) {
      reply.code(400)
      return sendCart(to, { ...shown, invalid })
    }
    try {
      const view = await describeCart(ctx, { ...shown, request })
      if (!config.storefront.isOpen || view.quote === null) return sendView(to, view)
      const id = ctx.newId('rcpt')
      const { receipt } = await placeOrder(ctx, {
        merchant,
        id,
        by: 'shop page',
        keyId: null,
        network: access.hashNetwork(request.ip),
        body: {
          items: orderItemsOf(view.lines),
          ...(region === '' ? {} : { jurisdictionCode: region }),
          ...toOrderFields(values),
          returnUrl: `${ctx.config.baseUrl}/shop/${slug}/orders/${id}`,
        },
      })
      const ordered = { ...cart, orderId: id }
      reply.header('set-cookie', writeCart(ctx.config, { slug, cart: ordered }))
      const paymentUrlOf = await createPaymentUrls(ctx)
      // Only path and query: a phone may have opened the shop by another host name.
      const { pathname, search } = new URL(paymentUrlOf(receipt))
      return reply.redirect(`${pathname}${search}`, 303)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      reply.code(errorStatus[error.code])
      return sendCart(to, { ...shown, problem: error.message })
    }
  }

  /** Empties a cart whose order is paid, for a buyer who comes back without the order's page. */
  async function dropPaid({ request, reply }: To, shop: OpenedShop): Promise<Cart> {
    const { slug, merchant } = shop
    const cart = readCart(request.headers.cookie, slug)
    if (cart.orderId === null) return cart
    const receipt = await findReceipt(ctx, { merchant, id: cart.orderId })
    const isPaid = receipt !== null && ['paid', 'refunded'].includes(stageOf(receipt, ctx.now()))
    if (!isPaid) return cart
    reply.header('set-cookie', writeCart(ctx.config, { slug, cart: emptyCart }))
    return emptyCart
  }

  async function sendCart(
    to: To,
    input: Omit<Parameters<typeof describeCart>[1], 'request'>,
  ): Promise<FastifyReply> {
    return sendView(to, await describeCart(ctx, { ...input, request: to.request }))
  }

  async function sendView(to: To, view: CartView): Promise<FastifyReply> {
    const { renderCartPage } = await import('@tallystick/web/shop')
    return send(to, { page: renderCartPage(view), icon: view.logo || null })
  }

  async function withShop(
    to: To,
    show: (shop: OpenedShop) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { slug } = to.request.params as { slug: string }
    const outcome = await openShop(ctx, { directory, slug })
    if (outcome.kind === 'shop') return show(outcome)
    if (outcome.kind === 'moved') return redirectToSlug(to, outcome.slug, ctx.config)
    return sendState(to, { kind: outcome.reason })
  }
}

/**
 * Rejects a form that a page of another site sends. Its own pages are compared by host, because a
 * phone may open a sandbox by another name than that of its settings.
 *
 * @throws {AppError} `forbidden`.
 */
function requireSameSite({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const isForeign =
    site === undefined
      ? origin !== undefined && parseUrl(origin)?.host !== host
      : site !== 'same-origin' && site !== 'none'
  if (isForeign) throw new AppError('forbidden', "Send this form from the shop's own page.")
}

/** Returns the fields of a form. A body of another type has none. */
function readForm({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams()
}

/** Returns the cart after a form was sent, or null when it is full. */
function applyForm(cart: Cart, fields: URLSearchParams): Cart | null {
  const sku = fields.get('sku') ?? ''
  const wanted = Number(fields.get('qty') ?? '1')
  if (!isSku(sku) || !Number.isInteger(wanted) || wanted < 0 || wanted > maxQty) return cart
  const qty = fields.get('op') === 'add' ? qtyOf(cart, sku) + wanted : wanted
  return setQty(cart, { sku, qty })
}

/** Returns the page to show next: one of the same shop, by default the cart. */
function readBack(back: string | null, { slug, notice }: { slug: string; notice: string }): string {
  const shop = `/shop/${slug}`
  // Parsed as browsers do, so that neither dots nor signs that they drop lead elsewhere.
  const url = back?.startsWith('/') ? parseUrl(`http://shop.invalid${back}`) : null
  const isOwn = url !== null && (url.pathname === shop || url.pathname.startsWith(`${shop}/`))
  const query = new URLSearchParams(isOwn ? url.search : '')
  query.delete('notice')
  if (notice !== '') query.set('notice', notice)
  const path = isOwn ? url.pathname : `${shop}/cart`
  return query.size === 0 ? path : `${path}?${query}`
}

function isSlug(slug: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(slug)
}
