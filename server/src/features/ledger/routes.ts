import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import type { Context } from '../../platform/context.js'
import { describeTrialBalance } from './describe-trial-balance.js'
import { getTrialBalance } from './get-trial-balance.js'
import { TrialBalanceResponse } from './schemas.js'

/** Balances of the ledger. */
export const ledgerRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/api/ledger/trial-balance',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' })),
      },
      schema: {
        tags: ['ledger'],
        summary: 'Get the trial balance',
        response: { 200: TrialBalanceResponse },
      },
    },
    async (request) => describeTrialBalance(await getTrialBalance(ctx, merchantOf(request))),
  )
}
