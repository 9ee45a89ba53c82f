import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../auth/access.js'
import { merchantOf, principalOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { newIdFor } from '../../platform/http/idempotency/claim-request.js'
import { Done } from '../receipts/schemas.js'
import { planRefund } from './plan/plan-refund.js'
import { RefundPlanBody, RefundPlanResponse } from './plan/schemas.js'
import { refundReceipt } from './record/refund-receipt.js'
import { RefundBody } from './record/schemas.js'

const refundRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  app.post(
    '/api/receipts/refund/plan',
    {
      config: { outage: 'refuse', guard: session({ may: 'refunds:write' }), stores: 'nothing' },
      schema: {
        tags: ['receipts'],
        summary: 'Plan a refund without recording it',
        description: 'Send the transfers, then record the refund with POST /api/receipts/refund.',
        body: RefundPlanBody,
        response: { 200: RefundPlanResponse },
      },
    },
    async (request) => {
      const plan = await planRefund(ctx, { merchant: merchantOf(request), body: request.body })
      return { ok: true as const, plan }
    },
  )

  app.post(
    '/api/receipts/refund',
    {
      config: { outage: 'refuse', guard: session({ may: 'refunds:write' }), idempotent: {} },
      schema: {
        tags: ['receipts'],
        summary: 'Record a refund',
        body: RefundBody,
        response: { 200: Done },
      },
    },
    async (request) => {
      await refundReceipt(ctx, {
        by: principalOf(request),
        id: newIdFor(ctx, { request, prefix: 'rfnd' }),
        body: request.body,
      })
      return { ok: true as const }
    },
  )
}

export const refundsFeature: Feature<{ access: Access }> = { routes: [refundRoutes] }
