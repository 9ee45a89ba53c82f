import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Access } from '../../auth/access.js'
import { anyOf, developer, signedIn } from '../../auth/guards.js'
import { createCountChange } from '../../auth/limits/count-change.js'
import type { Context } from '../../platform/context.js'
import { limits } from '../../platform/limits/limits.js'
import { graphqlErrorFields } from './graphql-error.js'
import type { Viewer } from './mutations.js'
import { overHttp } from './over-http.js'
import { readRequest } from './read-request.js'
import { createQueryRunner } from './run-query.js'
import { GraphqlBody, GraphqlQuery, GraphqlResponse } from './schemas.js'

/** GraphQL queries of users, and mutations by signed-in people. */
export const graphqlRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; access: Access }> = async (
  app,
  { ctx, access },
) => {
  const guard = anyOf(developer({ scope: 'graphql:read' }), signedIn())
  const run = createQueryRunner(ctx)
  const countProfile = createCountChange(ctx, { access, limit: 'profile-changes' })
  const countFollow = createCountChange(ctx, { access, limit: 'follow-changes' })

  function findViewer(request: FastifyRequest): Viewer | null {
    if (request.caller?.kind !== 'person') return null
    const { wallet } = request.caller
    return {
      wallet,
      countProfileChange: () => countProfile(request),
      countFollowChange: () => countFollow(request),
    }
  }

  app.get(
    '/api/graphql',
    {
      config: { outage: 'refuse', guard, errorFields: graphqlErrorFields },
      ...overHttp,
      ...(ctx.sandbox && { onRequest: redirectBrowsers }),
      schema: {
        tags: ['graphql'],
        summary: 'Run a GraphQL query',
        description:
          'A mutation is refused with status 403. In a sandbox, browsers are sent to the query page.',
        querystring: GraphqlQuery,
        response: { 200: GraphqlResponse },
      },
    },
    async (request) => {
      const read = readRequest(ctx.config, request.query)
      return run(read, { viewer: null, isGet: true, log: request.log })
    },
  )

  app.post(
    '/api/graphql',
    {
      bodyLimit: limits['graphql-bodies'].most.request,
      ...overHttp,
      // Mutations change the caller's own profile, not a merchant.
      config: {
        outage: 'refuse',
        guard,
        errorFields: graphqlErrorFields,
        stores: 'nothing',
      },
      schema: {
        tags: ['graphql'],
        summary: 'Run a GraphQL query or mutation',
        description:
          'Mutations need a session. With a key, they return the error code FORBIDDEN. See docs/graphql.md for the schema and the limits.',
        body: GraphqlBody,
        response: { 200: GraphqlResponse },
      },
    },
    async (request) => {
      const read = readRequest(ctx.config, request.body)
      const viewer = findViewer(request)
      return run(read, { viewer, isGet: false, log: request.log })
    },
  )
}

/** Sends a person who opens the endpoint in a browser to the query page. */
const redirectBrowsers: onRequestHookHandler = (request, reply, done) => {
  const wantsPage = request.headers.accept?.includes('text/html') && !request.url.includes('?')
  if (wantsPage) reply.redirect('/sandbox/graphql', 302)
  else done()
}
