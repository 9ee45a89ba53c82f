import { platformOperatorOf } from '../../../auth/caller.js'
import { operator } from '../../../auth/guards.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { unixMs } from '../../../lib/time.js'
import {
  findOutgoing,
  listOutgoing,
  listStuckOutgoing,
} from '../../../platform/chain/outgoing/find-outgoing.js'
import { type Outgoing, outgoingStates } from '../../../platform/chain/outgoing/outgoing.js'
import {
  listNewestAttempts,
  readTransactionClock,
} from '../../../platform/chain/outgoing/stores/attempt-store.js'

import type { Routes } from '../../../platform/feature.js'
import { readChoice, readWhole } from '../../../platform/http/read-query.js'
import { readCursor, writeCursor } from '../position.js'
import { describeOperated } from './describe-transaction.js'
import { replaceTransaction, retryTransaction } from './request-transaction.js'
import {
  OperatedTransactionPage,
  OperatedTransactionQuery,
  OperatedTransactionResponse,
  ReplaceTransactionBody,
  TransactionParams,
} from './schemas.js'

const shownAttempts = 10

/** Outgoing transactions that wait, are stuck or failed, and what operators can do about them. */
export const transactionRoutes: Routes = async (app, { ctx }) => {
  const config = { guard: operator() }

  app.get(
    '/api/admin/transactions',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'List outgoing transactions with their attempts and fees',
        querystring: OperatedTransactionQuery,
        response: { 200: OperatedTransactionPage },
      },
    },
    async ({ query }) => {
      const limit = readWhole('limit', query.limit, { min: 1, max: 100, fallback: 50 })
      const state = readChoice('state', query.state, [...outgoingStates, 'stuck'])
      const after = readCursor(query.cursor, /^\w{1,64}$/)
      if (state === 'stuck' && after) throw invalidInput('state=stuck has no pages.')
      const { chainId } = ctx.config
      const { transactions, next } =
        state === 'stuck'
          ? { transactions: await listStuckOutgoing(ctx.db, { chainId, limit }), next: null }
          : await listOutgoing(ctx.db, { state, after, limit })
      return {
        ok: true as const,
        transactions: await describe(transactions),
        nextCursor: next && writeCursor({ createdAt: unixMs(next.createdAt), id: next.id }),
      }
    },
  )

  app.get(
    '/api/admin/transactions/:id',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Get an outgoing transaction',
        params: TransactionParams,
        response: { 200: OperatedTransactionResponse },
      },
    },
    ({ params }) => show(params.id),
  )

  app.post(
    '/api/admin/transactions/:id/replace',
    {
      config: { ...config, outage: 'refuse', stores: 'little' },
      schema: {
        summary: 'Replace a transaction that waits for a block',
        description:
          'Stores a request. The process that sends transactions signs it again under the same nonce within seconds, so that at most one of its attempts has an effect. `request` shows its outcome. Only work that the service plans again can be dropped.',
        params: TransactionParams,
        body: ReplaceTransactionBody,
        response: { 200: OperatedTransactionResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const { with: replacement, attempts } = request.body
      const step = replacement === 'empty' ? 'cancel' : 'replace'
      await replaceTransaction(ctx, { by: platformOperatorOf(request), id, step, attempts })
      return show(id)
    },
  )

  app.post(
    '/api/admin/transactions/:id/retry',
    {
      config: { ...config, outage: 'refuse', stores: 'little' },
      schema: {
        summary: 'Try a transaction again',
        description:
          'One that is not signed yet is tried next. A signed one is sent again, byte for byte. A failed one is planned again if its work can only have the same effect, which applies to deployments.',
        params: TransactionParams,
        response: { 200: OperatedTransactionResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      await retryTransaction(ctx, { by: platformOperatorOf(request), id })
      return show(id)
    },
  )

  async function show(id: string) {
    const row = await findOutgoing(ctx.db, { id })
    if (!row) throw new AppError('not_found', 'No outgoing transaction has this id.')
    const [transaction] = await describe([row])
    if (!transaction) throw new Error('a transaction is described as one')
    return { ok: true as const, transaction }
  }

  async function describe(rows: readonly Outgoing[]) {
    const ids = rows.map(({ id }) => id)
    const attempts = await listNewestAttempts(ctx.db, { ids, limit: shownAttempts })
    const now = await readTransactionClock(ctx.db)
    return rows.map((row) =>
      describeOperated(row, {
        attempts: attempts.filter(({ transactionId }) => transactionId === row.id),
        now,
      }),
    )
  }
}
