import { buildSchema, execute, type GraphQLError, type GraphQLSchema, validate } from 'graphql'
import { AppError } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import type { Logger } from '../../platform/log.js'
import { badRequest, DocumentError, graphqlCodeOf, shorten } from './graphql-error.js'
import { readDocument } from './limits/read-document.js'
import { createLoaders } from './loaders.js'
import type { GraphqlRequest } from './read-request.js'
import { createMutationResolvers, queryResolvers, type Viewer } from './resolvers.js'
import { schemaText } from './schema-text.js'

/** The caller of a query. `viewer` is null for keys and read-only requests. */
type QueryCaller = { viewer: Viewer | null; isGet: boolean; log: Pick<Logger, 'error'> }

type WireError = { message: string; path?: (string | number)[]; extensions: { code: string } }
type QueryResponse = { data: Record<string, unknown> | null; errors?: WireError[] }

const maxErrors = 10

/** Creates a function that runs GraphQL requests. Builds the schema at the first one. */
export function createQueryRunner(ctx: Context) {
  let built: GraphQLSchema | null = null

  /** @throws {AppError} `invalid_input`; `forbidden` for a mutation by GET. */
  return async (request: GraphqlRequest, caller: QueryCaller): Promise<QueryResponse> => {
    const { document, operation } = readDocument(ctx.config, request)
    if (operation.operation === 'subscription') throw badRequest('There are no subscriptions.')
    const { viewer } = caller
    const isMutation = operation.operation === 'mutation'
    if (isMutation && caller.isGet) {
      throw new AppError('forbidden', 'Send mutations with POST and a session.')
    }
    if (isMutation && !viewer) return forbidden()

    built ??= buildSchema(schemaText)
    const [problem] = validate(built, document, undefined, { maxErrors })
    if (problem) throw new DocumentError(problem.message)
    const result = await execute({
      schema: built,
      document,
      operationName: operation.name?.value ?? null,
      variableValues: request.variables,
      rootValue: isMutation && viewer ? createMutationResolvers(ctx, viewer) : queryResolvers,
      contextValue: { ctx, loaders: createLoaders(ctx) },
    })
    const { data, errors = [] } = result
    if (data === undefined) {
      throw new DocumentError(errors[0]?.message ?? 'The variables are invalid.')
    }
    if (errors.length === 0) return { data }
    return {
      data,
      errors: errors.slice(0, maxErrors).map((error) => describeError(error, caller.log)),
    }
  }
}

function forbidden(): QueryResponse {
  const message = 'Keys cannot run mutations. Sign in instead.'
  return { data: null, errors: [{ message, extensions: { code: 'FORBIDDEN' } }] }
}

/** Describes an error of a field without internal details. Rethrows an unavailable database. */
function describeError(error: GraphQLError, log: QueryCaller['log']): WireError {
  const { originalError: cause, message, path } = error
  if (cause instanceof StoreUnavailable) throw cause
  const place = path ? { path: [...path] } : {}
  if (cause instanceof AppError) {
    const code = graphqlCodeOf(cause.code)
    return { message: shorten(cause.message), ...place, extensions: { code } }
  }
  // GraphQL's own errors, such as a number that is not a 32-bit integer, have no cause.
  if (!cause) return { message: shorten(message), ...place, extensions: { code: 'BAD_USER_INPUT' } }
  log.error({ err: cause }, 'GraphQL field failed')
  const hidden = 'Something went wrong on our side. Try again later.'
  return { message: hidden, ...place, extensions: { code: graphqlCodeOf('failed') } }
}
