import type { Access } from '../../auth/access.js'
import { merchantOf, requireWallet, signerOf } from '../../auth/caller.js'
import { signedIn, siwx } from '../../auth/guards.js'
import { requireCall } from '../../auth/limits/take-call.js'
import { checksumAddress } from '../../lib/hex.js'
import type { Routes } from '../../platform/feature.js'
import { optionalBody } from '../../platform/http/schemas.js'
import { claimMerchant } from './claim-merchant.js'
import { describeKey } from './require-below-limit.js'
import { rotatePlanKey } from './rotate-plan-key.js'
import { ClaimBody, ClaimedMerchant, RotatedPlanKey, RotatePlanKeyBody } from './schemas.js'

/** Keys of plans that were bought or started without a session. */
export const walletKeyRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const { developers, limiter, hashNetwork } = access
  const counting = { limiter, config: ctx.config }

  app.post(
    '/api/keys/claim',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: {
        summary: 'Claim the merchant of a free key',
        description:
          'Makes your wallet the owner and the payout address of a merchant that has no owner. Its keys keep working.',
        body: ClaimBody,
        response: { 200: ClaimedMerchant },
      },
    },
    async (request) => {
      const wallet = requireWallet(request)
      const { ip, id: correlationId, body } = request
      const network = hashNetwork(ip)
      await requireCall(counting, 'merchant-claims', { person: wallet, network })
      const { apiKey } = body
      const merchant = await claimMerchant(ctx, { wallet, apiKey, ip, developers, correlationId })
      return {
        ok: true as const,
        merchant: checksumAddress(merchant),
        owner: checksumAddress(wallet),
      }
    },
  )

  app.post(
    '/api/keys/rotate',
    {
      config: { outage: 'refuse', guard: siwx({ needsMerchant: true }) },
      schema: {
        summary: 'Replace the key of your plan with a wallet signature',
        description:
          'For a wallet that bought a plan and lost its key. The key that came with the plan ends at once. Other keys keep working.',
        body: optionalBody(RotatePlanKeyBody),
        response: { 201: RotatedPlanKey },
      },
    },
    async (request, reply) => {
      const wallet = signerOf(request)
      if (!wallet) throw new Error('the guard admits only signed requests')
      const { ip, id: correlationId, body } = request
      await requireCall(counting, 'plan-keys', { person: wallet, network: hashNetwork(ip) })
      const { key, ...issued } = await rotatePlanKey(ctx, {
        merchant: merchantOf(request),
        wallet,
        subscriptionId: body?.subscriptionId,
        newId: ctx.newId('key'),
        developers,
        correlationId,
      })
      return reply.code(201).send({ ok: true as const, key: describeKey(key), ...issued })
    },
  )
}
