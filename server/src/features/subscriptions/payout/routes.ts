import type { Access } from '../../../auth/access.js'
import { merchantOf, principalOf } from '../../../auth/caller.js'
import { session, subscriptionReaders } from '../../../auth/guards.js'
import { requireCall } from '../../../auth/limits/take-call.js'
import { checksumAddress } from '../../../lib/hex.js'
import type { Routes } from '../../../platform/feature.js'
import { requireSameMerchant } from '../lifecycle/status-access.js'
import { getPayout } from './get-payout.js'
import { PayoutChanged, PayoutQuery, PayoutResponse, SetPayoutBody } from './schemas.js'
import { setPayout } from './set-payout.js'

/** Where existing subscriptions pay. */
export const payoutRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const path = '/api/subscriptions/payout'
  const errorFields = { success: false }
  const mayRead = subscriptionReaders()

  app.get(
    path,
    {
      config: { outage: 'refuse', guard: mayRead, errorFields },
      schema: {
        summary: 'Get the payout of existing subscriptions',
        description:
          'With the message that the owner signs to move existing subscriptions to the payout of new plans.',
        querystring: PayoutQuery,
        response: { 200: PayoutResponse },
      },
    },
    async (request) => {
      const { signer, wallet } = request.query
      const merchant = merchantOf(request)
      requireSameMerchant(merchant, wallet)
      const payout = await getPayout(ctx, { merchant, signer })
      return { success: true as const, ...payout }
    },
  )

  app.post(
    path,
    {
      config: {
        outage: 'refuse',
        guard: session({ may: 'split:write', needsStepUp: true }),
        errorFields,
      },
      schema: {
        summary: 'Move the payout of existing subscriptions',
        description:
          'Submits the signed message to the chain. The platform keeps its fee: through its share in a split, and directly otherwise. Repeating it returns the state of the change.',
        body: SetPayoutBody,
        response: { 200: PayoutChanged },
      },
    },
    async (request) => {
      const by = principalOf(request)
      const { limiter, hashNetwork } = access
      const change = await setPayout(ctx, {
        by,
        body: request.body,
        runContractCheck: access.contractChecks.forAddress(request.ip),
        countChange: () =>
          requireCall({ limiter, config: ctx.config }, 'payout-changes', {
            merchant: by.merchant,
            network: hashNetwork(request.ip),
          }),
      })
      return {
        success: true as const,
        signer: checksumAddress(change.signer),
        payout: checksumAddress(change.payout),
        nonce: change.nonce,
        status: change.status,
        txHash: change.transactionHash,
      }
    },
  )
}
