import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf } from '../../../auth/caller.js'
import { session } from '../../../auth/guards.js'
import type { Context } from '../../../platform/context.js'
import { planRefund } from './plan-refund.js'
import { RefundPlanBody, RefundPlanResponse } from './schemas.js'

export const refundPlanRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (
  app,
  { ctx },
) => {
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
}
