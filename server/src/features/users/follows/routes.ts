import type { Access } from '../../../auth/access.js'
import { requireWallet } from '../../../auth/caller.js'
import { signedIn } from '../../../auth/guards.js'
import { createCountChange } from '../../../auth/limits/count-change.js'
import type { Routes } from '../../../platform/feature.js'
import { readWhole } from '../../../platform/http/read-query.js'
import { FollowedQuery, FollowedUsers, Following, HandleParams } from '../schemas.js'
import { describeUser } from '../user.js'
import { followUser, listFollowedUsers, maxFollowedOf, unfollowUser } from './follow-user.js'

/** The users that the signed-in wallet follows. */
export const followRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const config = { guard: signedIn(), stores: 'little' } as const
  const countChange = createCountChange(ctx, { access, limit: 'follow-changes' })

  app.get(
    '/api/users/me/following',
    {
      config: { outage: 'refuse', guard: signedIn() },
      schema: {
        summary: 'List the users whom you follow',
        description:
          'The newest follow first, even while your own profile is private. Users who are private now are left out.',
        querystring: FollowedQuery,
        response: { 200: FollowedUsers },
      },
    },
    async (request) => {
      const wallet = requireWallet(request)
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
        summary: 'Follow a public user',
        description: 'Does nothing when you follow them already.',
        params: HandleParams,
        response: { 200: Following },
      },
    },
    async (request) => {
      await countChange(request)
      await followUser(ctx, { wallet: requireWallet(request), handle: request.params.handle })
      return { ok: true as const, following: true }
    },
  )

  app.delete(
    '/api/users/:handle/follow',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Unfollow a user',
        description: 'Does nothing when you do not follow them.',
        params: HandleParams,
        response: { 200: Following },
      },
    },
    async (request) => {
      await countChange(request)
      await unfollowUser(ctx, { wallet: requireWallet(request), handle: request.params.handle })
      return { ok: true as const, following: false }
    },
  )
}
