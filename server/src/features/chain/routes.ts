import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { operator } from '../../auth/guards.js'
import { listOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import type { Context } from '../../platform/context.js'
import { describeChain } from './describe-chain.js'
import { describeTransaction } from './describe-transaction.js'
import { observeChain } from './observe-chain.js'
import { readTransactionQuery, writeCursor } from './read-transaction-query.js'
import { ChainResponse, TransactionPage, TransactionQuery } from './schemas.js'

/** The state of the chain, for operators. */
export const chainRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/api/chain',
    {
      config: { outage: 'unaffected', guard: operator() },
      schema: {
        tags: ['chain'],
        summary: 'Get the state of the chain and of outgoing transactions',
        response: { 200: ChainResponse },
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
      config: { outage: 'refuse', guard: operator() },
      schema: {
        tags: ['chain'],
        summary: 'List outgoing transactions, newest first',
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
