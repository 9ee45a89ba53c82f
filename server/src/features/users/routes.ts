import { anyOf, developer, signedIn } from '../../auth/guards.js'
import type { Routes } from '../../platform/feature.js'
import { readWhole } from '../../platform/http/read-query.js'
import { readingFrom } from '../../platform/reading-from.js'
import { listLiveUsers } from './find-public-users.js'
import { LiveUsers, LiveUsersQuery, UserPage, UserSearchQuery } from './schemas.js'
import { readUserQuery, searchUsers } from './search/search-users.js'
import { describeUser } from './user.js'

/** The public users. */
export const userRoutes: Routes = async (app, { ctx }) => {
  const guard = anyOf(developer({ scope: 'users:read' }), signedIn())

  app.get(
    '/api/users/search',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Search the public users',
        description: 'Finds users by text, XP and metrics. Private users are never found.',
        querystring: UserSearchQuery,
        response: { 200: UserPage },
      },
    },
    async (request) => {
      const query = readUserQuery(request.query)
      const { users, total } = await searchUsers(readingFrom(ctx), query)
      const { limit, offset } = query
      const at = { now: ctx.now(), config: ctx.config }
      return {
        ok: true as const,
        users: users.map((user) => describeUser(user, at)),
        meta: { total, limit, offset },
      }
    },
  )

  app.get(
    '/api/users/live',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'List the public users who are live',
        description: 'A user is live for five minutes after each heartbeat.',
        querystring: LiveUsersQuery,
        response: { 200: LiveUsers },
      },
    },
    async (request) => {
      const limit = readWhole('limit', request.query.limit, { min: 1, max: 100, fallback: 20 })
      const at = { now: ctx.now(), config: ctx.config }
      const users = await listLiveUsers(ctx, limit)
      return {
        ok: true as const,
        users: users.map((user) => describeUser(user, at)),
        updatedAt: at.now,
      }
    },
  )
}
