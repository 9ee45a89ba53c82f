import type { Static } from 'typebox'
import type { Access } from '../../auth/access.js'
import { merchantOf, type Seller, sellerOf } from '../../auth/caller.js'
import { requireCashierRight } from '../../auth/devices/require-admitted.js'
import { anyOf, anyone, developer, device, session } from '../../auth/guards.js'
import { kilobytesOf } from '../../auth/limits/storage-budget.js'
import type { Context } from '../../platform/context.js'
import { degradedFields } from '../../platform/degraded/degraded.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { newIdFor } from '../../platform/http/idempotency/claim-request.js'
import { getListedMerchant } from '../directory/get-listed-merchant.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import type { CreatedReceipt } from '../receipts/create/created-receipt.js'
import { firstEvent } from '../receipts/create/new-receipt.js'
import { createPaymentUrls } from '../receipts/create/payment-url.js'
import { storedBytesOf } from '../receipts/create/receipt-rows.js'
import { forgetNetworksOfOrders } from '../receipts/create/unpaid-orders.js'
import { describeReceipt, showThumbs } from '../receipts/read/describe-receipt.js'
import { ThumbsQuery } from '../receipts/schemas.js'
import { authorName } from '../receipts/status/add-timeline-entry.js'
import { withRegisterTax } from '../registers/register-tax.js'
import { rememberItems } from './gather/gather-order-facts.js'
import { describeQuote } from './price/describe-quote.js'
import type { PricedOrder } from './price/price-order.js'
import { quoteOrder } from './price/quote-order.js'
import { OrderBody, PlacedOrder, QuotedOrder, ShopOrderBody, ShopParams } from './schemas.js'
import { placeOrder } from './sell/place-order.js'
import { isEmbedOrigin, ownerOfShopKey, readShopOrder, requireAllowed } from './sell/shop-order.js'
import { createTerminalReceipt, quoteTerminalReceipt } from './terminal/create-terminal-receipt.js'
import { MadeReceipt, TerminalBody } from './terminal/schemas.js'

const orderRoutes: Routes<{ access: Access; directory: ShopDirectory }> = async (
  app,
  { ctx, access, directory },
) => {
  const mayOrder = anyOf(
    developer({ scope: 'orders:create' }),
    session({ may: 'orders:create' }),
    device({ may: 'sell' }),
  )
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
        summary: 'Place an order',
        description:
          'Creates a receipt with tax and the processing fee, and holds the stock. Billing details and your own reference have several accepted names; see docs/receipts.md.',
        querystring: ThumbsQuery,
        body: OrderBody,
        response: { 200: PlacedOrder },
      },
    },
    async (request) => {
      const by = sellerOf(request)
      const placed = await placeOrder(ctx, {
        merchant: by.merchant,
        id: newIdFor(ctx, { request, prefix: 'rcpt' }),
        by: authorName(by),
        keyId: 'keyId' in by ? by.keyId : null,
        ...('keyId' in by ? {} : { soldBy: by }),
        body: await withRegisterTax(ctx, { by, body: request.body }),
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
        summary: 'Quote an order',
        querystring: ThumbsQuery,
        body: OrderBody,
        response: { 200: QuotedOrder },
      },
    },
    async (request) => {
      const body = await withRegisterTax(ctx, { by: sellerOf(request), body: request.body })
      const order = await quoteOrder(ctx, { merchant: merchantOf(request), body })
      return presentQuote(ctx, order, request.query)
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
        allowsOrigin: (request, origin) => isEmbedOrigin(directory, { request, origin }),
      },
      schema: {
        tags: ['directory'],
        summary: 'Order at a listed shop',
        description:
          "Needs no key, for use on the shop's own page. Pages of other sites may call it from a browser if the shop lists their origin in publicOrders.embedOrigins. The shop's settings determine the tax, the allowed jurisdictions and the sites that returnUrl may lead to. The stock must be free, but is held only when the payment starts: the first to pay gets it. A network address may have 10 unpaid orders of the last hour at a shop.",
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
      return presentQuote(ctx, order, request.query)
    },
  )

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

const terminalRoutes: Routes = async (app, { ctx }) => {
  app.post(
    '/api/receipts/terminal',
    {
      config: {
        outage: 'journal',
        guard: anyOf(session({ may: 'receipts:write' }), device({ may: 'sell' })),
        idempotent: { inOutage: true },
        createsReceipt: true,
      },
      schema: {
        tags: ['receipts'],
        summary: 'Create a point-of-sale receipt',
        description:
          'Sells an amount, catalog items, or both. A discount reduces the subtotal before tax, but never below zero. A tip carries no tax and no fee. At a register, the right discount is needed for a discount, for another tax than that of the register, and for a tip above the price of the goods.',
        querystring: ThumbsQuery,
        body: TerminalBody,
        response: { 200: MadeReceipt },
      },
    },
    async (request) => {
      const by = sellerOf(request)
      requireMayDiscount(by, request.body)
      const { receipt, isDegraded } = await createTerminalReceipt(ctx, {
        by,
        id: newIdFor(ctx, { request, prefix: 'rcpt' }),
        body: await withRegisterTax(ctx, { by, body: request.body }),
      })
      request.measureStored = () => storedBytesOf(receipt)
      const history = { events: [firstEvent(receipt, authorName(by))], refunds: [] }
      const paymentUrlOf = await createPaymentUrls(ctx)
      const thumbOf = await showThumbs(ctx, [receipt], request.query)
      return {
        ok: true as const,
        ...(isDegraded ? degradedFields : {}),
        receipt: describeReceipt(receipt, { history, paymentUrlOf, thumbOf }),
      }
    },
  )

  app.post(
    '/api/receipts/terminal/quote',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(
          developer({ scope: 'orders:create' }),
          session({ may: 'receipts:write' }),
          device({ may: 'sell' }),
        ),
        stores: 'nothing',
      },
      schema: {
        tags: ['receipts'],
        summary: 'Quote a point-of-sale receipt',
        description:
          'Returns the lines and totals that POST /api/receipts/terminal would give the receipt. Holds no stock and stores nothing.',
        querystring: ThumbsQuery,
        body: TerminalBody,
        response: { 200: QuotedOrder },
      },
    },
    async (request) => {
      const by = sellerOf(request)
      requireMayDiscount(by, request.body)
      const body = await withRegisterTax(ctx, { by, body: request.body })
      const sale = await quoteTerminalReceipt(ctx, { by, body })
      return presentQuote(ctx, sale, request.query)
    },
  )
}

async function presentQuote(
  ctx: Context,
  priced: Pick<PricedOrder, 'bill' | 'tax' | 'sale'>,
  query: Static<typeof ThumbsQuery>,
) {
  const thumbOf = await showThumbs(ctx, [priced.bill], query)
  return { ok: true as const, quote: describeQuote(priced, { now: ctx.now(), thumbOf }) }
}

/** Requires the right `discount` of a cashier who gives one. Zero is no discount. */
function requireMayDiscount(by: Seller, { discount, discountUsd }: TerminalBody): void {
  const givesDiscount = [discount, discountUsd].some((amount) => (amount ?? 0) !== 0)
  if ('registerId' in by && givesDiscount) requireCashierRight(by, ['discount'])
}

export const ordersFeature: Feature<{ access: Access; directory: ShopDirectory }> = {
  tag: 'orders',
  routes: [orderRoutes, terminalRoutes],
  jobs: [forgetNetworksOfOrders],
  snapshot: { merchant: rememberItems },
}
