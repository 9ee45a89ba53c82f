import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../auth/access.js'
import { anyone } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import { placeOrder } from '../orders/sell/place-order.js'
import { createPaymentUrls } from '../receipts/create/payment-url.js'
import { demoOrder } from './demo-shops.js'
import { demoMerchant } from './demo-wallets.js'

export type CheckoutRouteParts = { access: Access }

/** A response without a body. The header `location` has the URL. */
const paymentPage = { description: 'Redirects to the payment page', content: {} }

/** Lets the start page open the payment page of a new order, in a sandbox only. */
export const checkoutRoutes: FastifyPluginAsyncTypebox<
  { ctx: Context } & CheckoutRouteParts
> = async (app, { ctx, access }) => {
  if (!ctx.sandbox) return

  // A form without fields, so that the start page needs no script. Its body is not read.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async () => undefined,
  )

  app.post(
    '/sandbox/checkout',
    {
      config: { outage: 'refuse', guard: anyone({ limit: 'shop-orders' }), createsReceipt: true },
      schema: {
        tags: ['sandbox'],
        summary: 'Open a demo checkout',
        description: 'Places an order at the demo shop and redirects to its payment page.',
        response: { 303: paymentPage },
      },
    },
    async (request, reply) => {
      const { receipt } = await placeOrder(ctx, {
        merchant: demoMerchant.address,
        id: ctx.newId('rcpt'),
        by: 'start page',
        keyId: null,
        network: access.hashNetwork(request.ip),
        body: demoOrder,
      })
      const paymentUrlOf = await createPaymentUrls(ctx)
      // Only path and query: a phone may have opened the start page by another host name.
      const { pathname, search } = new URL(paymentUrlOf(receipt))
      return reply.redirect(`${pathname}${search}`, 303)
    },
  )
}
