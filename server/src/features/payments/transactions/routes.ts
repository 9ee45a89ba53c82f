import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import { AppError } from '../../../lib/errors.js'
import { type Address, parseAddress } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { degradedFields } from '../../../platform/degraded/degraded.js'
import { readWhole } from '../../../platform/http/read-query.js'
import { describeTransaction } from './describe-transaction.js'
import { SplitTransactions, TransactionQuery } from './schemas.js'
import { listSplitPayments } from './store.js'

export const splitTransactionRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (
  app,
  { ctx },
) => {
  app.get(
    '/api/split/transactions',
    {
      config: {
        outage: 'recall',
        guard: anyOf(developer({ scope: 'split:read' }), session({ may: 'split:read' })),
      },
      schema: {
        tags: ['split'],
        summary: 'List payments through the split, newest first',
        querystring: TransactionQuery,
        response: { 200: SplitTransactions },
      },
    },
    async (request, reply) => {
      const { address, limit } = request.query
      const filter = {
        merchant: merchantOf(request),
        address: address ? readAddress(address) : null,
        limit: readWhole('limit', limit, { min: 1, max: 200, fallback: 50 }),
      }
      try {
        const payments = await listSplitPayments(ctx.db, filter)
        return payments.flatMap((payment) => describeTransaction(payment) ?? [])
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        // A bare array has no room for a mark.
        reply.header('x-degraded', degradedFields.reason)
        return []
      }
    },
  )
}

function readAddress(text: string): Address {
  const address = parseAddress(text)
  if (!address)
    throw new AppError('invalid_input', 'address must be the address of a split or a recipient')
  return address
}
