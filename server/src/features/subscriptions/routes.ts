import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { authorOf } from '../../auth/caller.js'
import { anyOf, anyone, developer, signedIn, siwx, subscriptionWriters } from '../../auth/guards.js'
import { requireCall } from '../../auth/limits/take-call.js'
import type { Address } from '../../lib/hex.js'
import type { Routes } from '../../platform/feature.js'
import { cancelSubscription } from './lifecycle/cancel-subscription.js'
import { pauseSubscription } from './lifecycle/change-subscription.js'
import { createSubscription } from './lifecycle/create-subscription.js'
import { summarizeSubscription } from './lifecycle/describe-subscription.js'
import { getStatus } from './lifecycle/get-status.js'
import { readStatusQuery } from './lifecycle/read-status-query.js'
import { requireSameMerchant } from './lifecycle/status-access.js'
import {
  CancelBody,
  CanceledSubscriptionResponse,
  CreateSubscriptionBody,
  PauseBody,
  StatusQuery,
  StatusResponse,
  SubscriptionResponse,
} from './schemas.js'

/** Customers subscribe and cancel, merchants pause and resume. */
export const subscriptionRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const errorFields = { success: false }
  // A server that relays its customers' requests has the budget of its key.
  const publicGuard = anyone({ limit: 'subscription-requests' })
  // Customers have no merchant, so the verb checks the right of members.
  const mayReadStatus = anyOf(
    publicGuard,
    developer({ scope: 'subscriptions:read' }),
    developer({ scope: 'receipts:read' }),
    signedIn(),
    siwx(),
  )
  const mayCancel = anyOf(
    publicGuard,
    developer({ scope: 'subscriptions:write' }),
    developer({ scope: 'receipts:write' }),
    signedIn(),
    siwx(),
  )

  /** A merchant's own server subscribes many customers from one network address. */
  const createCount =
    ({ ip, caller }: FastifyRequest) =>
    async ({ merchant, customer }: { merchant: Address; customer: Address }) => {
      const counting = { limiter: access.limiter, config: ctx.config }
      const isOwnServer = caller?.kind === 'developer' && caller.wallet === merchant
      const network = access.hashNetwork(ip)
      // First, so that a network address above its limit takes nothing from the merchant.
      if (!isOwnServer) {
        await requireCall(counting, 'new-subscriptions', { wallet: customer, network })
      }
      await requireCall(counting, 'merchant-subscriptions', { merchant })
    }

  app.post(
    '/api/subscriptions/create',
    {
      config: { outage: 'refuse', guard: anyOf(publicGuard, developer()), errorFields },
      schema: {
        summary: 'Subscribe to a plan',
        description:
          'The signature of the customer authorizes it. The same permission again returns the same subscription.',
        body: CreateSubscriptionBody,
        response: { 201: SubscriptionResponse },
      },
    },
    async (request, reply) => {
      const subscription = await createSubscription(ctx, {
        body: request.body,
        runContractCheck: access.contractChecks.forAddress(request.ip),
        countNew: createCount(request),
      })
      return reply
        .code(201)
        .send({ success: true as const, subscription: summarizeSubscription(subscription) })
    },
  )

  app.get(
    '/api/subscriptions/status',
    {
      config: { outage: 'refuse', guard: mayReadStatus, errorFields },
      schema: {
        summary: 'Get a subscription, or those of a customer or merchant',
        description:
          'Pass exactly one of `subscriptionId`, `customer` and `merchant`. By `merchant`: keys and members of this merchant. By `customer`: the session or the SIGN-IN-WITH-X proof of this wallet, or a key, which lists the subscriptions of its own merchant. By `subscriptionId`: both; anyone else gets an outline. A key needs `subscriptions:read` or `receipts:read`.',
        querystring: StatusQuery,
        response: { 200: StatusResponse },
      },
    },
    async (request) => {
      const query = readStatusQuery(request.query)
      const challenge = () => access.walletProofs.challenge(request)
      const by = { caller: request.caller, challenge }
      return { success: true as const, ...(await getStatus(ctx, { query, by })) }
    },
  )

  app.post(
    '/api/subscriptions/cancel',
    {
      config: { outage: 'refuse', guard: mayCancel, errorFields },
      schema: {
        summary: 'Cancel a subscription',
        description:
          'For the customer: with a session or the SIGN-IN-WITH-X proof of the wallet, with `signature`, or through a key of the merchant. Repeating it returns the current `onChain`: from `confirmed` no party can charge the permission.',
        body: CancelBody,
        response: { 200: CanceledSubscriptionResponse },
      },
    },
    async (request) => {
      const { id, status, canceledAt, onChain } = await cancelSubscription(ctx, {
        body: request.body,
        caller: request.caller,
        challenge: () => access.walletProofs.challenge(request),
        runContractCheck: access.contractChecks.forAddress(request.ip),
        correlationId: request.id,
      })
      if (status !== 'canceled' || canceledAt === null || onChain === null) {
        throw new Error(`${id} is not canceled`)
      }
      return {
        success: true as const,
        subscription: { subscriptionId: id, status, canceledAt, nextChargeAt: null, onChain },
      }
    },
  )

  for (const [verb, change] of [
    ['pause', 'paused'],
    ['resume', 'resumed'],
  ] as const) {
    app.post(
      `/api/subscriptions/${verb}`,
      {
        config: { outage: 'refuse', guard: subscriptionWriters(), errorFields },
        schema: {
          summary: `${verb === 'pause' ? 'Pause' : 'Resume'} a subscription`,
          description:
            verb === 'pause'
              ? 'No period is charged until you resume it.'
              : 'Charges the current period unless it was charged before. Periods of the pause are skipped.',
          body: PauseBody,
          response: { 200: SubscriptionResponse },
        },
      },
      async (request) => {
        const by = authorOf(request)
        const { subscriptionId: id, wallet } = request.body
        requireSameMerchant(by.merchant, wallet)
        const subscription = await pauseSubscription(ctx, { by, id, change })
        return { success: true as const, subscription: summarizeSubscription(subscription) }
      },
    )
  }
}
