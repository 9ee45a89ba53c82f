import { operator } from '../../auth/guards.js'
import { listOutgoing } from '../../platform/chain/outgoing/find-outgoing.js'
import { outgoingStates } from '../../platform/chain/outgoing/outgoing.js'
import type { OutgoingCursor } from '../../platform/chain/outgoing/stores/outgoing-store.js'
import type { Routes } from '../../platform/feature.js'
import { invalidCursor, readChoice, readWhole } from '../../platform/http/read-query.js'
import { describeChain, describeTransaction, observeChain } from './describe-chain.js'
import { ChainResponse, TransactionPage, TransactionQuery } from './schemas.js'

/** The state of the chain, for operators. */
export const chainRoutes: Routes = async (app, { ctx }) => {
  app.get(
    '/api/chain',
    {
      config: { outage: 'unaffected', guard: operator() },
      schema: {
        summary: 'Get the state of the chain and of outgoing transactions',
        response: { 200: ChainResponse },
      },
    },
    async () => {
      const observation = await observeChain(ctx)
      return { ok: true as const, chain: observation && describeChain(observation) }
    },
  )

  app.get(
    '/api/chain/transactions',
    {
      config: { outage: 'refuse', guard: operator() },
      schema: {
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

/**
 * Parses a query for outgoing transactions.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readTransactionQuery(query: TransactionQuery) {
  return {
    limit: readWhole('limit', query.limit, { min: 1, max: 200, fallback: 50 }),
    after: query.cursor ? readCursor(query.cursor) : null,
    state: readChoice('state', query.state, outgoingStates),
  }
}

export function writeCursor({ createdAt, id }: OutgoingCursor): string {
  return `${createdAt}.${id}`
}

function readCursor(text: string): OutgoingCursor {
  const [, createdAt, id] = /^(\d{1,15})\.(\w{1,64})$/.exec(text) ?? []
  if (createdAt !== undefined && id !== undefined) return { createdAt: Number(createdAt), id }
  throw invalidCursor()
}
