import type { FastifyReply, FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { Access } from '../../auth/access.js'
import { anyOf, developer, signedIn } from '../../auth/guards.js'
import { createCountChange } from '../../auth/limits/count-change.js'
import type { Routes } from '../../platform/feature.js'
import { AnyFields, namedObject, orNull, text } from '../../platform/http/schemas.js'
import { limits } from '../../platform/limits/limits.js'
import { DocumentError, graphqlErrorFields } from './graphql-error.js'
import { readRequest } from './read-request.js'
import type { Viewer } from './resolvers.js'
import { createQueryRunner } from './run-query.js'

const GraphqlBody = namedObject('GraphqlRequest', {
  query: text('A GraphQL document'),
  variables: Type.Optional(orNull(AnyFields)),
  operationName: Type.Optional(orNull(text('Required when the document has several operations'))),
  extensions: Type.Optional(orNull(Type.Object({}, { description: 'Ignored' }))),
})

const GraphqlQuery = Type.Object({
  query: Type.Optional(text('A GraphQL document without mutations')),
  variables: Type.Optional(text('A JSON object')),
  operationName: Type.Optional(text('Required when the document has several operations')),
})

const GraphqlError = namedObject('GraphqlError', {
  message: Type.String(),
  path: Type.Optional(Type.Array(Type.Unsafe<string | number>({ type: ['string', 'integer'] }))),
  extensions: Type.Object({ code: Type.String() }),
})

const GraphqlResponse = namedObject('GraphqlResponse', {
  data: orNull(AnyFields),
  errors: Type.Optional(
    Type.Array(GraphqlError, { description: 'Errors of fields. The other fields have data.' }),
  ),
})

const responseType = 'application/graphql-response+json'

const jsonType = 'application/json'

/**
 * Route options of the protocol "GraphQL over HTTP". A client that asks for its media type gets it.
 * To a client that asks for JSON only, an error of the document has the status 200, because it may
 * read errors from such responses alone.
 */
const overHttp = {
  onSend: ((request, reply, payload, done) => {
    const isJson = String(reply.getHeader('content-type')).startsWith(jsonType)
    if (isJson && wantsResponseType(request)) reply.type(`${responseType}; charset=utf-8`)
    done(null, payload)
  }) satisfies onSendHookHandler,
  errorHandler: sendDocumentError,
}

/** GraphQL queries of users, and mutations by signed-in people. */
export const graphqlRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const guard = anyOf(developer({ scope: 'graphql:read' }), signedIn())
  const run = createQueryRunner(ctx)
  const countProfile = createCountChange(ctx, { access, limit: 'profile-changes' })
  const countFollow = createCountChange(ctx, { access, limit: 'follow-changes' })

  function findViewer(request: FastifyRequest): Viewer | null {
    const wallet = request.caller?.kind === 'person' ? request.caller.wallet : null
    if (!wallet) return null
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
      bodyLimit: limits['graphql-bodies'].max.request,
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

function sendDocumentError(error: Error, request: FastifyRequest, reply: FastifyReply): unknown {
  const wantsJson = qualityOf(request, jsonType) > 0 && !wantsResponseType(request)
  if (!(error instanceof DocumentError) || !wantsJson) throw error
  const fields = graphqlErrorFields({ error: error.code, message: error.message })
  // As text, because the schema of this status is that of an executed query.
  return reply.code(200).type(`${jsonType}; charset=utf-8`).send(JSON.stringify(fields))
}

function wantsResponseType(request: FastifyRequest): boolean {
  const quality = qualityOf(request, responseType)
  return quality > 0 && quality >= qualityOf(request, jsonType)
}

/** Returns the quality of a media type that the request names in `Accept`, or 0. */
function qualityOf({ headers: { accept = '' } }: FastifyRequest, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    if (name !== type) continue
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0
  }
  return 0
}
