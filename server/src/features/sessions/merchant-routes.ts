import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../auth/access.js'
import { personOf } from '../../auth/caller.js'
import { signedIn } from '../../auth/guards.js'
import { checksumAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { listShopNames } from '../shop/list-shops.js'
import { createMerchant } from './create-merchant.js'
import { MerchantResponse } from './schemas.js'

/** The merchant of the signed-in wallet. */
export const merchantRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; access: Access }> = async (
  app,
  { ctx, access },
) => {
  const counting = { limiter: access.limiter, config: ctx.config }
  const { hashNetwork } = access

  app.post(
    '/api/merchants',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: {
        tags: ['sessions'],
        summary: "Create your wallet's merchant",
        description: 'Returns it unchanged, with status 200, when it exists.',
        response: { 200: MerchantResponse, 201: MerchantResponse },
      },
    },
    async (request, reply) => {
      const { wallet } = personOf(request)
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
