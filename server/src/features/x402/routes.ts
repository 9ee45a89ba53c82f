import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { signerOf } from '../../auth/caller.js'
import { anyOf, siwx, x402 } from '../../auth/guards.js'
import { planPriceOf } from '../../auth/plans.js'
import type { Routes } from '../../platform/feature.js'
import { parseJsonBody } from '../../platform/http/json-body.js'
import { optionalBody } from '../../platform/http/schemas.js'
import { createStarter } from '../billing/create-starter.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { describePaidRoute } from './discovery/paid-routes.js'
import { createPaidRequestHandler } from './handle-paid-request.js'
import { countOffer, orderRequest } from './orders/order-request.js'
import { ordersRoute, readOrder } from './orders/read-order.js'
import { type PaidRequest, readIdempotencyKey } from './paid-request.js'
import { planRequest, readPlan, subscribeRoute } from './plans/plan-request.js'
import { describeSubscription } from './plans/plan-sale.js'
import { probeOrder, probePlan } from './probe.js'
import {
  PaidOrder,
  PaidOrderBody,
  PaymentRequiredResponse,
  SubscribeBody,
  Subscribed,
} from './schemas.js'
import type { PaymentRequired } from './wire/payment-required.js'
import { type Proof, readProof } from './wire/read-proof.js'

export const x402Routes: Routes<{ access: Access; directory: ShopDirectory }> = async (
  app,
  { ctx, access, directory },
) => {
  const { chainId } = ctx.config
  const counting = { ...access, config: ctx.config }
  const { handle, challenge } = createPaidRequestHandler(ctx, access)

  // Clients of version 1 lose the content type when they repeat a request with a payment.
  app.addContentTypeParser(
    'text/plain',
    { parseAs: 'string' },
    async (_: FastifyRequest, body: string) => parseJsonBody(body, ctx.config),
  )

  app.post(
    ordersRoute,
    {
      config: {
        outage: 'refuse',
        guard: x402({ limit: 'x402-orders' }),
        allowsAnyOrigin: true,
        stores: 'counted',
        reference: describePaidRoute(ctx.config, 'orders'),
      },
      schema: {
        summary: 'Buy an order at a listed shop',
        description:
          'Responds with 402 and an itemized price until the request carries a payment in USDC (x402, version 1 or 2). The price is honored until it expires. See docs/x402.md.',
        body: optionalBody(PaidOrderBody),
        response: { 200: PaidOrder, 402: PaymentRequiredResponse },
      },
    },
    async (request, reply) => {
      const proof = readProof(request.headers, { chainId })
      if (!proof && isEmpty(request.body)) {
        const offer = probeOrder(ctx)
        return requirePayment(reply, challenge({ offer, route: ordersRoute, reason: null }))
      }
      const paidRequest = orderRequest(ctx, {
        directory,
        order: readOrder(request.body),
        network: access.hashNetwork(request.ip),
        countOffer: (shop) => countOffer(counting, { request, shop }),
      })
      return respond(request, reply, { paidRequest, proof })
    },
  )

  app.post(
    subscribeRoute,
    {
      config: {
        outage: 'refuse', // The proof is optional, and makes a free key that of its wallet.
        guard: anyOf(x402({ limit: 'x402-plans' }), siwx()),
        allowsAnyOrigin: true,
        reference: describePaidRoute(ctx.config, 'subscribe'),
      },
      schema: {
        summary: 'Buy a developer plan with its key',
        description:
          'A plan without a price is free, as the starter plan is by default. Others respond with 402 until the request carries a payment in USDC. The key is shown once, and belongs to the wallet that paid. See docs/x402.md.',
        body: optionalBody(SubscribeBody),
        response: { 200: Subscribed, 402: PaymentRequiredResponse },
      },
    },
    async (request, reply) => {
      const proof = readProof(request.headers, { chainId })
      if (!proof && isEmpty(request.body)) {
        const offer = await probePlan(ctx)
        return requirePayment(reply, challenge({ offer, route: subscribeRoute, reason: null }))
      }
      const plan = readPlan(request.body)
      const price = planPriceOf(ctx.config, plan)
      if (price > 0n) {
        return respond(request, reply, { paidRequest: planRequest(ctx, plan), proof })
      }
      const starter = await createStarter(ctx, {
        plan,
        wallet: signerOf(request),
        network: access.hashNetwork(request.ip),
        idempotencyKey: readIdempotencyKey(request.headers),
        counting,
        correlationId: request.id,
      })
      return describeSubscription({ plan, price }, starter)
    },
  )

  async function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    { paidRequest, proof }: { paidRequest: PaidRequest; proof: Proof | null },
  ) {
    const outcome = await handle({
      request: paidRequest,
      proof,
      idempotencyKey: readIdempotencyKey(request.headers),
      ip: request.ip,
    })
    if (outcome.kind === 'payment_required') return requirePayment(reply, outcome.required)
    return reply.headers(outcome.headers).send(outcome.body)
  }
}

function requirePayment(reply: FastifyReply, { header, body }: PaymentRequired) {
  return reply
    .code(402)
    .headers({ 'payment-required': header, 'cache-control': 'no-store' })
    .send(body)
}

function isEmpty(body: unknown): boolean {
  return body === undefined || body === null
}
