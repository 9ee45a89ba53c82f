import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import { byCursor } from '../paginate.js'
import type { SendRequest } from '../request.js'

/** A page of calls with the key, newest first, with the cursor of the next page. */
export type RequestPage = components['schemas']['RequestPage']

/** A call with the key: route, status, duration and correlation id. */
export type LoggedRequest = components['schemas']['LoggedRequest']

/** Filters and pages of the request log. */
export type RequestQuery = {
  /** A class of statuses. */
  status?: '2xx' | '3xx' | '4xx' | '5xx' | undefined
  /** The pattern of a route, such as `/api/receipts/{id}`. */
  route?: string | undefined
  /** 1 to 100, default 50. */
  limit?: number | undefined
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined
}

/**
 * The last calls with this key.
 *
 * @example
 * const { requests } = await client.requests.list({ status: '4xx' })
 */
export type RequestsResource = {
  /**
   * Returns the calls of the last 7 days with this key, newest first. A call appears within
   * seconds.
   */
  list(query?: RequestQuery): Promise<RequestPage>
  /** Returns all of these calls. Requests further pages while you iterate. */
  listAll(query?: RequestQuery): AsyncGenerator<LoggedRequest, void, undefined>
}

/** Creates the request log calls on top of `request`. */
export function createRequestsResource(request: SendRequest): RequestsResource {
  const list = (query: RequestQuery = {}) =>
    request<RequestPage>({ method: 'GET', path: `/api/requests${formatQuery(query)}` })

  return {
    list,
    listAll: (query = {}) =>
      byCursor(
        (cursor = query.cursor) => list({ ...query, cursor }),
        ({ requests }) => requests,
      ),
  }
}
