import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../../auth/access.js'
import { merchantOf } from '../../../auth/caller.js'
import { session } from '../../../auth/guards.js'
import { rateLimited } from '../../../auth/rate-limit.js'
import type { Context } from '../../../platform/context.js'
import { optionalBody } from '../../../platform/http/schemas.js'
import { ReceiptParams } from '../../receipts/schemas.js'
import { readTokens, rescanReceipt } from './rescan-receipt.js'
import { RescanBody, RescanResponse } from './schemas.js'

/** Every call costs several requests to the node. */
const perMinute = 30

export const rescanRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; access: Access }> = async (
  app,
  { ctx, access },
) => {
  app.post(
    '/api/receipts/:id/rescan',
    {
      config: { guard: session({ may: 'receipts:write' }) },
      schema: {
        tags: ['receipts'],
        summary: 'Search the deposit address of a receipt for money',
        description:
          'Reads the balances of the deposit address, watches it for another 90 days, and flushes money that no payment explains. The flush then counts as a payment. At most 30 calls per minute and merchant.',
        params: ReceiptParams,
        body: optionalBody(RescanBody),
        response: { 200: RescanResponse },
      },
    },
    async (request, reply) => {
      const merchant = merchantOf(request)
      const tokens = readTokens(request.body?.tokens)
      const budget = await access.limiter.take(`rescan:${merchant}`, perMinute)
      if (budget.isExceeded) throw rateLimited(reply, budget)
      return rescanReceipt(ctx, { merchant, id: request.params.id, tokens })
    },
  )
}
