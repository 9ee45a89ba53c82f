import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import { AppError } from '../../../lib/errors.js'
import { type Address, parseAddress } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { readWhole } from '../../../platform/http/read-whole.js'
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
      config: { guard: anyOf(developer({ scope: 'split:read' }), session({ may: 'split:read' })) },
      schema: {
        tags: ['split'],
        summary: 'List payments through the split, newest first',
        querystring: TransactionQuery,
        response: { 200: SplitTransactions },
      },
    },
    async (request) => {
      const { address, limit } = request.query
      const payments = await listSplitPayments(ctx.db, {
        merchant: merchantOf(request),
        address: address ? readAddress(address) : null,
        limit: readWhole('limit', limit, { min: 1, max: 200, fallback: 50 }),
      })
      return payments.flatMap((payment) => describeTransaction(payment) ?? [])
    },
  )
}

function readAddress(text: string): Address {
  const address = parseAddress(text)
  if (!address)
    throw new AppError('invalid_input', 'address must be the address of a split or a recipient')
  return address
}
