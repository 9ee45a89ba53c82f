import type { components } from '../generated/api.js'
import type { SendRequest } from '../request.js'

/** The response to a GraphQL query. `errors` lists the fields that failed; their data is null. */
export type GraphqlResult<Data> = {
  data: Data | null
  errors?: components['schemas']['GraphqlError'][]
}

/**
 * GraphQL queries of users, follows and the leaderboard.
 *
 * @example
 * const { data, errors } = await client.graphql.query<{ user: { xp: number } | null }>(
 *   'query ($handle: String!) { user(handle: $handle) { xp } }',
 *   { handle: 'ada' },
 * )
 */
export type GraphqlResource = {
  /**
   * Runs a query. Rejects with `InvalidRequestError` when the query is invalid or too expensive.
   * Mutations need a session and fail with the error code `FORBIDDEN`. Requires the scope
   * `graphql:read`.
   */
  query<Data = Record<string, unknown>>(
    query: string,
    variables?: Record<string, unknown>,
  ): Promise<GraphqlResult<Data>>
}

/** Creates the GraphQL calls on top of `request`. */
export function createGraphqlResource(request: SendRequest): GraphqlResource {
  return {
    query: <Data>(query: string, variables: Record<string, unknown> = {}) =>
      request<GraphqlResult<Data>>({
        method: 'POST',
        path: '/api/graphql',
        body: { query, variables },
        format: 'graphql',
      }),
  }
}
