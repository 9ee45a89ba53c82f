import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { operator } from '../../auth/guards.js'
import { listOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import type { Context } from '../../platform/context.js'
import { describeChain } from './describe-chain.js'
import { describeTransaction } from './describe-transaction.js'
import { observeChain } from './observe-chain.js'
import { readTransactionQuery, writeCursor } from './read-transaction-query.js'
import { ChainAnswer, TransactionPage, TransactionQuery } from './schemas.js'

/** The chain, for whoever runs the platform. */
export const chainRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/api/chain',
    {
      config: { guard: operator() },
      schema: {
        tags: ['chain'],
        summary: 'How the chain is, and what is on its way there',
        response: { 200: ChainAnswer },
      },
    },
    async () => {
      const seen = await observeChain(ctx)
      return { ok: true as const, chain: seen && describeChain(seen) }
    },
  )

  app.get(
    '/api/chain/transactions',
    {
      config: { guard: operator() },
      schema: {
        tags: ['chain'],
        summary: 'What the service sends to the chain, the newest first',
        querystring: TransactionQuery,
        response: { 200: TransactionPage },
      },
    },
    async (request) => {
      const filter = readTransactionQuery(request.query)
      const { transactions, next } = await listOutgoing(ctx.db, filter)
      return {
        ok: true as const,
        transactions: transactions.map(describeTransaction),
        nextCursor: next && writeCursor(next),
      }
    },
  )
}
