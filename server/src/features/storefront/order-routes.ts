import type { OrderView } from '@tallystick/web/shop'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import { centsToDecimal } from '../../lib/money.js'
import type { Routes } from '../../platform/feature.js'
import { text } from '../../platform/http/schemas.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { createPaymentUrls } from '../receipts/create/payment-url.js'
import { describeLine } from '../receipts/read/describe-receipt.js'
import { findReceipt } from '../receipts/read/get-receipt.js'
import type { Receipt } from '../receipts/receipt.js'
import { emptyCart, readCart, writeCart } from './cart.js'
import { describeFrame } from './describe-shop.js'
import { openShop } from './open-shop.js'
import { redirectToSlug } from './page-routes.js'
import { createShopPageSender } from './send-shop-page.js'
import { createStateSender } from './send-state.js'
import { stageOf } from './stage-of.js'

const html = { content: { 'text/html': { schema: Type.String() } } }
const moved = { description: 'Redirects to the current slug', content: {} }
const OrderParams = Type.Object({ slug: Type.String(), id: text('Id of the receipt') })

/** The page on which a buyer follows an order of a shop's page. */
export const orderPageRoutes: Routes<{ directory: ShopDirectory }> = async (
  app,
  { ctx, directory },
) => {
  const send = createShopPageSender(ctx)
  const sendState = createStateSender(ctx, send)

  app.get(
    '/shop/:slug/orders/:id',
    {
      config: { guard: anyone({ limit: 'portal' }), outage: 'refuse' },
      schema: {
        tags: ['pages'],
        summary: 'Status of an order, for its buyer',
        description:
          'Shows the lines and the status, and nothing about the buyer. Only ids that the service generated, which cannot be guessed.',
        params: OrderParams,
        response: { 200: html, 308: moved },
      },
      errorHandler: sendState.ofError,
    },
    async (request, reply) => {
      const to = { request, reply }
      const { slug, id } = request.params
      const shop = await openShop(ctx, { directory, slug })
      if (shop.kind === 'moved') return redirectToSlug(to, shop.slug, ctx.config)
      if (shop.kind === 'unavailable') return sendState(to, { kind: shop.reason })
      const { merchant, config } = shop
      const receipt = await findReceipt(ctx, { merchant, id })
      if (!receipt?.hasGeneratedId || receipt.kind !== 'order') {
        return sendState(to, { kind: 'noOrder', shop })
      }
      const stage = stageOf(receipt, ctx.now())
      const cart = readCart(request.headers.cookie, slug)
      const isDone = cart.orderId === id && stage === 'paid'
      if (isDone) reply.header('set-cookie', writeCart(ctx.config, { slug, cart: emptyCart }))
      const paymentUrlOf = await createPaymentUrls(ctx)
      const { pathname, search } = new URL(paymentUrlOf(receipt))
      const view: OrderView = {
        ...(await describeFrame(ctx, { shop, request, cart: isDone ? emptyCart : cart })),
        ...describeOrder(receipt),
        stage,
        paymentPath: `${pathname}${search}`,
      }
      const { renderOrderPage } = await import('@tallystick/web/shop')
      return send(to, {
        page: renderOrderPage(view),
        icon: config.theme.brandFaviconUrl ? view.logo || null : null,
      })
    },
  )
}

function describeOrder(
  receipt: Receipt,
): Pick<OrderView, 'orderId' | 'lines' | 'total' | 'createdAt'> {
  const { id, currency, totalCents, totalUsdCents, createdAt, lines } = receipt
  const isNative = totalCents !== null
  return {
    orderId: id,
    createdAt,
    total: isNative
      ? { amount: centsToDecimal(totalCents), currency }
      : { amount: centsToDecimal(totalUsdCents), currency: 'USD' },
    lines: lines.map((line) => {
      const { label, amount, priceUsd = 0, qty = null } = describeLine(line, () => null)
      const price =
        isNative && amount !== undefined
          ? { amount, currency }
          : { amount: priceUsd, currency: 'USD' }
      return { label, qty, amount: price, isCharge: line.kind === 'tax' || line.kind === 'fee' }
    }),
  }
}
