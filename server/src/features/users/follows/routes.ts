import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../../auth/access.js'
import { personOf } from '../../../auth/caller.js'
import { signedIn } from '../../../auth/guards.js'
import { createCountChange } from '../../../auth/limits/count-change.js'
import type { Context } from '../../../platform/context.js'
import { readWhole } from '../../../platform/http/read-query.js'
import { FollowedQuery, FollowedUsers, Following, HandleParams } from '../schemas.js'
import { describeUser } from '../user.js'
import { followUser, listFollowedUsers, maxFollowedOf, unfollowUser } from './follow-user.js'

/** The users that the signed-in wallet follows. */
export const followRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; access: Access }> = async (
  app,
  { ctx, access },
) => {
  const config = { guard: signedIn(), stores: 'little' } as const
  const countChange = createCountChange(ctx, { access, limit: 'follow-changes' })

  app.get(
    '/api/users/me/following',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: {
        tags: ['users'],
        summary: 'List the users whom you follow',
        description:
          'The newest follow first, also while your own profile is private. Users who are private now are left out.',
        querystring: FollowedQuery,
        response: { 200: FollowedUsers },
      },
    },
    async (request) => {
      const { wallet } = personOf(request)
      const { query } = request
      const limit = readWhole('limit', query.limit, { min: 1, max: 100, fallback: 20 })
      const offset = readWhole('offset', query.offset, {
        min: 0,
        max: maxFollowedOf(ctx.config),
        fallback: 0,
      })
      const users = await listFollowedUsers(ctx, { wallet, limit, offset })
      const at = { now: ctx.now(), config: ctx.config }
      return { ok: true as const, users: users.map((user) => describeUser(user, at)) }
    },
  )

  app.put(
    '/api/users/:handle/follow',
    {
      config: { ...config, outage: 'refuse' },
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
      config: { ...config, outage: 'refuse' },
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
