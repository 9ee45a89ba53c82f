import type { Access } from '../../auth/access.js'
import { requireWallet } from '../../auth/caller.js'
import { signedIn } from '../../auth/guards.js'
import { checksumAddress } from '../../lib/hex.js'
import type { Routes } from '../../platform/feature.js'
import { listShopNames } from '../shop/list-shops.js'
import { createMerchant } from './create-merchant.js'
import { MerchantResponse } from './schemas.js'

/** The merchant of the signed-in wallet. */
export const merchantRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const counting = { limiter: access.limiter, config: ctx.config }
  const { hashNetwork } = access

  app.post(
    '/api/merchants',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: {
        summary: "Create your wallet's merchant",
        description: 'Returns it unchanged, with status 200, when it exists.',
        response: { 200: MerchantResponse, 201: MerchantResponse },
      },
    },
    async (request, reply) => {
      const wallet = requireWallet(request)
      const network = hashNetwork(request.ip)
      const isNew = await createMerchant(ctx, {
        wallet,
        counting,
        network,
        correlationId: request.id,
      })
      const names = await listShopNames(ctx, [wallet])
      return reply.code(isNew ? 201 : 200).send({
        ok: true as const,
        merchant: {
          wallet: checksumAddress(wallet),
          name: names.get(wallet) ?? '',
          role: 'owner' as const,
        },
      })
    },
  )
}
