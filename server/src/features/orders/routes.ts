import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import type { Access } from '../../auth/access.js'
import { authorOf, merchantOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, session } from '../../auth/guards.js'
import { kilobytesOf } from '../../auth/limits/storage-budget.js'
import type { Context } from '../../platform/context.js'
import { degradedFields } from '../../platform/degraded/degraded.js'
import type { Feature } from '../../platform/feature.js'
import { newIdFor } from '../../platform/http/idempotency/claim-request.js'
import { getListedMerchant } from '../directory/get-listed-merchant.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import type { CreatedReceipt } from '../receipts/create/created-receipt.js'
import { firstEvent } from '../receipts/create/new-receipt.js'
import { createPaymentUrls } from '../receipts/create/payment-url.js'
import { storedBytesOf } from '../receipts/create/receipt-rows.js'
import { describeReceipt, showThumbs } from '../receipts/read/describe-receipt.js'
import { ThumbsQuery } from '../receipts/schemas.js'
import { authorName } from '../receipts/status/add-timeline-entry.js'
import { rememberItems } from './gather/gather-order-facts.js'
import { describeQuote } from './price/describe-quote.js'
import type { PricedOrder } from './price/price-order.js'
import { quoteOrder } from './price/quote-order.js'
import { OrderBody, PlacedOrder, QuotedOrder, ShopOrderBody, ShopParams } from './schemas.js'
import { placeOrder } from './sell/place-order.js'
import { ownerOfShopKey, readShopOrder, requireAllowed } from './sell/shop-order.js'
import { forgetNetworksOfOrders } from './sell/unpaid-orders.js'
import { terminalRoutes } from './terminal/routes.js'

const orderRoutes: FastifyPluginAsyncTypebox<{
  ctx: Context
  access: Access
  directory: ShopDirectory
}> = async (app, { ctx, access, directory }) => {
  const mayOrder = anyOf(developer({ scope: 'orders:create' }), session({ may: 'orders:create' }))
  const anonymous = anyone({ limit: 'shop-orders' })
  const shops = { directory, hashNetwork: access.hashNetwork }

  app.post(
    '/api/orders',
    {
      config: {
        outage: 'journal',
        guard: mayOrder,
        idempotent: { inOutage: true },
        createsReceipt: true,
      },
      schema: {
        tags: ['orders'],
        summary: 'Place an order',
        description:
          'Creates a receipt with tax and the processing fee, and holds the stock. Billing details and your own reference have several accepted names; see docs/receipts.md.',
        querystring: ThumbsQuery,
        body: OrderBody,
        response: { 200: PlacedOrder },
      },
    },
    async (request) => {
      const by = authorOf(request)
      const placed = await placeOrder(ctx, {
        merchant: by.merchant,
        id: newIdFor(ctx, { request, prefix: 'rcpt' }),
        by: authorName(by),
        keyId: 'keyId' in by ? by.keyId : null,
        body: request.body,
        isAcceptedInOutage: true,
      })
      request.measureStored = () => storedBytesOf(placed.receipt)
      return describe(placed, { by: authorName(by), query: request.query })
    },
  )

  app.post(
    '/api/orders/quote',
    {
      config: { outage: 'refuse', guard: mayOrder, stores: 'nothing' },
      schema: {
        tags: ['orders'],
        summary: 'Quote an order',
        querystring: ThumbsQuery,
        body: OrderBody,
        response: { 200: QuotedOrder },
      },
    },
    async (request) => {
      const order = await quoteOrder(ctx, { merchant: merchantOf(request), body: request.body })
      return quote(order, request.query)
    },
  )

  app.post(
    '/api/directory/shops/:slug/orders',
    {
      config: {
        outage: 'journal',
        guard: anonymous,
        idempotent: {
          inOutage: true,
          ownerOf: (request, key) => ownerOfShopKey(shops, { request, key }),
        },
        createsReceipt: true,
        stores: 'counted',
      },
      schema: {
        tags: ['directory'],
        summary: 'Order at a listed shop',
        description:
          "Needs no key, for use on the shop's own page. The shop's settings determine the tax, the allowed jurisdictions and the sites that returnUrl may lead to. The stock must be free, but is held only when the payment starts: the first to pay gets it. A network address may have 10 unpaid orders of the last hour at a shop.",
        params: ShopParams,
        querystring: ThumbsQuery,
        body: ShopOrderBody,
        response: { 200: PlacedOrder },
      },
    },
    async (request) => {
      const merchant = await getListedMerchant(directory, request.params.slug)
      const exceeded = await access.storage.take(request, kilobytesOf(request), { shop: merchant })
      if (exceeded) throw exceeded
      const by = 'shop page'
      const body = readShopOrder(request.body)
      const placed = await placeOrder(ctx, {
        merchant,
        id: newIdFor(ctx, { request, prefix: 'rcpt' }),
        by,
        keyId: null,
        network: access.hashNetwork(request.ip),
        body,
        checkOrder: (order) => requireAllowed(order, body),
        isAcceptedInOutage: true,
      })
      request.measureStored = () => storedBytesOf(placed.receipt)
      return describe(placed, { by, query: request.query })
    },
  )

  app.post(
    '/api/directory/shops/:slug/quote',
    {
      config: { outage: 'refuse', guard: anonymous, allowsAnyOrigin: true, stores: 'nothing' },
      schema: {
        tags: ['directory'],
        summary: 'Quote an order at a listed shop',
        params: ShopParams,
        querystring: ThumbsQuery,
        body: ShopOrderBody,
        response: { 200: QuotedOrder },
      },
    },
    async (request) => {
      const merchant = await getListedMerchant(directory, request.params.slug)
      const body = readShopOrder(request.body)
      const order = await quoteOrder(ctx, { merchant, body })
      requireAllowed(order, body)
      return quote(order, request.query)
    },
  )

  async function quote(order: PricedOrder, query: Static<typeof ThumbsQuery>) {
    const thumbOf = await showThumbs(ctx, [order.bill], query)
    return { ok: true as const, quote: describeQuote(order, { now: ctx.now(), thumbOf }) }
  }

  async function describe(
    { receipt, isDegraded }: CreatedReceipt,
    { by, query }: { by: string; query: Static<typeof ThumbsQuery> },
  ) {
    const history = { events: [firstEvent(receipt, by)], refunds: [] }
    const paymentUrlOf = await createPaymentUrls(ctx)
    const thumbOf = await showThumbs(ctx, [receipt], query)
    return {
      ok: true as const,
      ...(isDegraded ? degradedFields : {}),
      receipt: describeReceipt(receipt, { history, paymentUrlOf, thumbOf }),
    }
  }
}

export const ordersFeature: Feature<{ access: Access; directory: ShopDirectory }> = {
  routes: [orderRoutes, terminalRoutes],
  jobs: [forgetNetworksOfOrders],
  snapshot: { merchant: rememberItems },
}
