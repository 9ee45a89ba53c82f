import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../../auth/access.js'
import { personOf } from '../../../auth/caller.js'
import { signedIn } from '../../../auth/guards.js'
import type { Context } from '../../../platform/context.js'
import { createChangeCount } from '../count-change.js'
import { Following, HandleParams } from '../schemas.js'
import { followUser, unfollowUser } from './follow-user.js'

/** The users that the signed-in wallet follows. */
export const followRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; access: Access }> = async (
  app,
  { ctx, access },
) => {
  const config = { guard: signedIn(), stores: 'little' } as const
  const countChange = createChangeCount(ctx, { access, limit: 'follow-changes' })

  app.put(
    '/api/users/:handle/follow',
    {
      config,
      schema: {
        tags: ['users'],
        summary: 'Follow a public user',
        description: 'Does nothing when you follow them already.',
        params: HandleParams,
        response: { 200: Following },
      },
    },
    async (request) => {
      await countChange(request)
      await followUser(ctx, { wallet: personOf(request).wallet, handle: request.params.handle })
      return { ok: true as const, following: true }
    },
  )

  app.delete(
    '/api/users/:handle/follow',
    {
      config,
      schema: {
        tags: ['users'],
        summary: 'Unfollow a user',
        description: 'Does nothing when you do not follow them.',
        params: HandleParams,
        response: { 200: Following },
      },
    },
    async (request) => {
      await countChange(request)
      await unfollowUser(ctx, { wallet: personOf(request).wallet, handle: request.params.handle })
      return { ok: true as const, following: false }
    },
  )
}
