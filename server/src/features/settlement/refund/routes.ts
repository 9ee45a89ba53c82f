import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf } from '../../../auth/caller.js'
import { session } from '../../../auth/guards.js'
import type { Context } from '../../../platform/context.js'
import { planRefund } from './plan-refund.js'
import { RefundPlanAnswer, RefundPlanBody } from './schemas.js'

/** What it takes to give money back. */
export const refundPlanRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (
  app,
  { ctx },
) => {
  app.post(
    '/api/receipts/refund/plan',
    {
      config: { guard: session({ may: 'refunds:write' }) },
      schema: {
        tags: ['receipts'],
        summary: 'What a refund would be, without giving it',
        description:
          'Send the transfers, then write the refund down with POST /api/receipts/refund.',
        body: RefundPlanBody,
        response: { 200: RefundPlanAnswer },
      },
    },
    async (request) => {
      const plan = await planRefund(ctx, { merchant: merchantOf(request), body: request.body })
      return { ok: true as const, plan }
    },
  )
}
